import assert from 'node:assert/strict'
import {
  type BackOfficePage,
  type BackOfficeVisitor,
  newBackOfficeVisitor,
  signInAt,
} from '../../testkit/back-office-visitor.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** The fields of the confirmation page. */
export const confirmed = { confirmed: 'yes' }

/** Two agents, and their steps to a merchant's first admin. */
export interface FirstAdminBackOffice {
  readonly service: TestService
  readonly asker: BackOfficeVisitor
  readonly other: BackOfficeVisitor
  /** Makes a merchant without people; `path` is its page. */
  newMerchant(): Promise<{ readonly path: string; readonly id: string }>
  request(path: string, email: string, by?: BackOfficeVisitor): Promise<BackOfficePage>
  /** The address of the waiting request. */
  waitingAt(path: string): Promise<string>
  /** Makes a request. Returns its address. */
  requested(path: string, email: string): Promise<string>
  /** Opens a link, and chooses a password if the page has the form. */
  join(link: string | undefined): Promise<BackOfficePage>
  /** The number of open invitations. */
  invitationsOf(id: string): Promise<readonly Record<string, unknown>[]>
  adminsOf(id: string): Promise<readonly unknown[]>
}

/** The link on a page. */
export const linkIn = ({ text }: BackOfficePage): string | undefined =>
  /value="[^"]*(\/dashboard\/invitation\?token=[^"]+)"/.exec(text)?.[1]

export async function openFirstAdminBackOffice(): Promise<FirstAdminBackOffice> {
  const service = await startTestService()
  const { database, urls } = service
  const asker = await signInAt(urls.uae, 'agent@support.test', 'support')
  const other = await signInAt(urls.uae, 'agent2@support.test', 'support')
  await other.get('/support')
  let made = 0
  const idOf = (path: string): string => path.split('/').at(-1) ?? ''
  const backOffice: FirstAdminBackOffice = {
    ...{ service, asker, other },
    async newMerchant() {
      await asker.get('/support/merchants')
      made += 1
      const fields = { name: `New ${made}`, merchant_code: 'N', country: 'AE' }
      const [path = ''] = (await asker.send('/support/merchants', fields)).location.split('?')
      return { path, id: idOf(path) }
    },
    request: (path, email, by = asker) => by.send(`${path}/people`, { email }),
    async waitingAt(path) {
      const [row] = await database.query(
        `select id from admin_requests where merchant_id = '${idOf(path)}' and state = 'waiting'`,
      )
      return `${path}/people/${row?.['id'] ?? assert.fail('nothing waits')}`
    },
    async requested(path, email) {
      assert.equal((await backOffice.request(path, email)).location, `${path}?done=requested`)
      return backOffice.waitingAt(path)
    },
    async join(link = assert.fail('no link')) {
      const visitor = newBackOfficeVisitor(urls.uae)
      const page = await visitor.get(link)
      return page.status === 200 ? visitor.send(link, { password: 'violet-otter-seven' }) : page
    },
    invitationsOf: (id) =>
      database.query(
        `select email, role, invited_by from invitations where merchant_id = '${id}' and used_at is null
           and ends_at > '${new Date(service.clock.now()).toISOString()}'`,
      ),
    async adminsOf(id) {
      const rows = await database.query(
        `select email from memberships join persons on persons.id = person_id
         where memberships.merchant_id = '${id}' and role = 'admin' order by email`,
      )
      return rows.map(({ email }) => email)
    },
  }
  return backOffice
}
