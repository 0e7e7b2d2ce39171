import { randomUUID } from 'node:crypto'
import { hasPermission, type Role } from '../src/platform/people/roles.ts'
import { fillIds, type GuardedRoute, listGuardedRoutes } from '../testkit/back-office-routes.ts'
import {
  adminOf,
  type BackOfficePage,
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  signInAt,
  tokenOf,
} from '../testkit/back-office-visitor.ts'
import { newMerchant } from '../testkit/shop.ts'
import { type BackOfficeObjects, createBackOfficeObjects } from './back-office-objects.ts'
import { storeHeader } from './fixtures.ts'
import { compareRows, readRows } from './merchant-rows.ts'
import type { TestEnvironment } from './test-environment.ts'

/** A page or form of the owner. */
interface Target extends GuardedRoute {
  readonly url: string
  /** Whether it concerns one object of the merchant. */
  readonly isOfOne: boolean
}

/** The result of all tries. */
interface BackOfficeReport {
  readonly routes: number
  readonly calls: number
  readonly rows: number
  readonly violations: readonly string[]
}

interface BackOffices {
  /** Tries every page and form of both back offices as every visitor without access. */
  run(): Promise<BackOfficeReport>
}

/**
 * Opens a merchant with one of everything and people of every role, and the admins of two other merchants. All are
 * signed in.
 */
export async function openBackOffices(
  environment: TestEnvironment,
  stranger: string,
  foreigner: string,
): Promise<BackOffices> {
  const { client, records, service } = environment
  const url = service.urls.uae
  const owner = await newMerchant(client)
  const admin = await signInAt(url, adminOf(owner.id))
  const objects = {
    ...(await createBackOfficeObjects(client.as(owner.keys.live.secret, storeHeader), owner.id, records)),
    links: { id: await makeLink(admin) },
  }
  const team: [Role, BackOfficeVisitor][] = []
  for (const role of ['operator', 'developer', 'analyst'] as const) team.push([role, await join(url, admin, role)])
  const strangers = [await signInAt(url, adminOf(stranger)), await signInAt(url, adminOf(foreigner))]
  const dashboard = (await listGuardedRoutes(records.app, 'dashboard'))
    .filter(({ path }) => !path.startsWith('/dashboard/test'))
    .map((route) => targetOf(route, objects))
  const support = (await listGuardedRoutes(records.app, 'support')).map((route) => {
    return { ...route, url: supportUrl(route, owner.id, objects), isOfOne: false }
  })
  const run = async (): Promise<BackOfficeReport> => {
    const tries = newTries(objects)
    for (const target of dashboard.filter(({ method, permission }) => method === 'GET' && permission !== undefined)) {
      await tries.expect(target, 'its owner', admin, 200)
    }
    const before = await readRows(records, owner.id)
    const nobody = newBackOfficeVisitor(url)
    const token = admin.cookies.get('qist_dashboard') ?? ''
    const disguised = newBackOfficeVisitor(url, new Map([['qist_support', token]]))
    for (const target of dashboard) {
      await tries.expect(target, 'nobody', nobody, target.method === 'GET' ? 303 : 403)
      if (target.method === 'POST') {
        const forged = tokenOf(strangers[0] ?? nobody)
        await tries.expect(target, "its owner with another session's token", admin, 403, { form_token: forged })
      }
      if (target.permission === undefined) continue
      for (const [role, visitor] of team)
        if (!hasPermission(role, 'live', target.permission)) await tries.expect(target, role, visitor, 403)
      if (!target.isOfOne) continue
      for (const visitor of strangers) await tries.expect(target, 'another merchant', visitor, 404)
      const elsewhere = { ...target, url: target.url.replace('/dashboard/live', '/dashboard/test') }
      await tries.expect(elsewhere, 'the other mode', admin, 404)
    }
    for (const target of support) {
      for (const visitor of [nobody, admin, disguised])
        await tries.expect(target, 'no agent', visitor, target.method === 'GET' ? 303 : 403)
    }
    const violations = [...tries.violations, ...compareRows(before, await readRows(records, owner.id))]
    return { routes: dashboard.length + support.length, calls: tries.calls, rows: before.size, violations }
  }
  return { run }
}

function newTries(objects: BackOfficeObjects) {
  const ids = Object.values(objects).flatMap((one) => Object.values(one))
  const tries = {
    calls: 0,
    violations: [] as string[],
    /** Opens a page, or sends a form, by default with the visitor's own token. */
    async expect(target: Target, who: string, visitor: BackOfficeVisitor, status: number, fields = {}): Promise<void> {
      const { method, path, url } = target
      const { form_token = tokenOf(visitor, path.startsWith('/support') ? 'support' : 'dashboard'), ...rest } = {
        ...{ confirmed: 'yes', amount: '1.00', amount_seen: '340.00', reason: 'x', name: 'X' },
        ...(fields as { form_token?: string }),
      }
      const answer: BackOfficePage =
        method === 'GET' ? await visitor.get(url) : await visitor.send(url, { ...rest, form_token })
      tries.calls += 1
      const prefix = `${method} ${path} as ${who}: `
      if (answer.status !== status) tries.violations.push(`${prefix}answered ${answer.status} and not ${status}`)
      const shown = status === 200 ? undefined : ids.find((id) => answer.text.includes(id) && !url.includes(id))
      if (shown !== undefined) tries.violations.push(`${prefix}the answer shows ${shown}`)
    },
  }
  return tries
}

/** Returns a person whom the admin has invited in this role. */
async function join(url: string, admin: BackOfficeVisitor, role: Role): Promise<BackOfficeVisitor> {
  await admin.get('/dashboard/live/team')
  const { text } = await admin.send('/dashboard/live/team/invite', { email: `${role}@proof.test`, role })
  const [, link = ''] = /value="(http[^"]+\/dashboard\/invitation\?token=[^"]+)"/.exec(text) ?? []
  const visitor = newBackOfficeVisitor(url)
  const path = link.slice(url.length)
  await visitor.get(path)
  const { status } = await visitor.send(path, { password: 'violet-otter-seven' })
  if (status !== 303) throw new Error(`who was invited as ${role} is answered ${status}`)
  return visitor
}

/** Makes a payment link by its form; returns its id. */
export async function makeLink(admin: BackOfficeVisitor): Promise<string> {
  const link = randomUUID()
  await admin.get('/dashboard/live/links/new')
  const order = { amount: '340.00', order_reference_id: 'A-77', name: 'Sara Ali', email: 'otp.success@example.com' }
  const { status } = await admin.send('/dashboard/live/links', { ...order, link, lang: 'en' })
  if (status !== 303) throw new Error(`who makes a link is answered ${status}`)
  return link
}

function targetOf(route: GuardedRoute, objects: BackOfficeObjects): Target {
  const { path } = route
  const kind = path.includes('/attachments/') ? 'attachments' : (path.split('/')[3] ?? '')
  return { ...route, url: fillIds(path, objects[kind]), isOfOne: path.includes(':') }
}

function supportUrl({ path }: GuardedRoute, merchantId: string, objects: BackOfficeObjects): string {
  const kind = path.split('/')[2] ?? ''
  const own = kind === 'merchants' ? merchantId : (objects[kind]?.['id'] ?? merchantId)
  return path.replace(/:(?:id|merchant)\b/, own).replace(/:\w+/g, objects['payments']?.['id'] ?? '')
}
