import { addAccount } from '../src/pages/account/routes.ts'
import { removeSignInsOf } from '../src/pages/account/sign-in/sign-ins.ts'
import { addDashboard, addImpersonatedDashboard } from '../src/pages/dashboard/routes.ts'
import { sections } from '../src/pages/dashboard/sections.ts'
import { addPaymentPage } from '../src/pages/payment-page/routes.ts'
import { addSupport } from '../src/pages/support/routes.ts'
import type { App } from '../src/platform/app/app.ts'
import type { Api } from '../src/platform/http/api.ts'
import { openServer } from '../src/platform/http/open-server.ts'
import type { Permission } from '../src/platform/people/roles.ts'

/** A route of a back office, with the path as registered: `/dashboard/test/payments/:id`. */
export interface BackOfficeRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** A route that needs a session. */
export interface GuardedRoute extends BackOfficeRoute {
  /**
   * The permission that the route needs. Undefined: the route has no mode, or only redirects from a form's address to
   * its page.
   */
  readonly permission: Permission | undefined
}

const neededFor = new Map(
  sections.flatMap(({ pages, forms }) => [
    ...pages.map(({ path, permission }) => [`GET ${path}`, permission] as const),
    ...forms.map(({ path, permission }) => [`POST ${path}`, permission] as const),
  ]),
)

/** Routes that need no session. */
const open = /^\/(dashboard|support)(\/(sign-in|sign-out|invitation|lang|prove|merchant|sso)(\/.*)?)?$/

/** Returns the routes of a back office that need a session. Throws if a page or form of a mode has no permission. */
export async function listGuardedRoutes(app: App, backOffice: 'dashboard' | 'support'): Promise<GuardedRoute[]> {
  const guarded = (await listBackOfficeRoutes(app, backOffice)).filter(({ path }) => !open.test(path))
  return guarded.map((route) => {
    const { method, path } = route
    const ofMode = /^\/dashboard\/(?:test|live)(\/.*)?$/.exec(path)
    if (ofMode === null) return { ...route, permission: undefined }
    const [, below = ''] = ofMode
    const permission = neededFor.get(`${method} ${below}`)
    const isWayBack = method === 'GET' && neededFor.has(`POST ${below}`)
    if (permission === undefined && !isWayBack) throw new Error(`${method} ${path} names no permission`)
    return { ...route, permission }
  })
}

/** Returns the address with ids in place of their names. Throws if an id is missing. */
export function fillIds(path: string, ids: Readonly<Record<string, string | undefined>> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids?.[name]
    if (id === undefined) throw new Error(`there is no ${name} for ${path}`)
    return id
  })
}

/** Returns all routes below a back office's path, read from the service's own list of routes. */
export function listBackOfficeRoutes(app: App, backOffice: 'dashboard' | 'support'): Promise<BackOfficeRoute[]> {
  return listRoutes(app, (api) => {
    if (backOffice === 'dashboard') addDashboard({ ...api, rehearsal: { works: [], operations: new Map() } })
    else {
      const ofAccount = { makeArchive: async () => undefined, loadErasedPlaces: async () => [] }
      addSupport(api, { addImpersonatedDashboard, unlockSignIns: removeSignInsOf, ...ofAccount })
    }
  })
}

/** Returns all routes of the account or the payment page, read from the service's own list of routes. */
export function listCustomerRoutes(app: App, room: 'account' | 'payment-page'): Promise<BackOfficeRoute[]> {
  return listRoutes(app, room === 'account' ? (api) => addAccount(api, async () => []) : addPaymentPage)
}

async function listRoutes(app: App, add: (api: Api) => void): Promise<BackOfficeRoute[]> {
  const server = openServer(app.log)
  add({ app, region: 'uae', server, baseUrl: () => 'http://localhost' })
  await server.ready()
  const tree = server.printRoutes({ commonPrefix: false })
  await server.close()
  return readTree(tree).filter(({ path }) => !path.endsWith('*'))
}

// Each line continues the nearest line above it that has less indentation.
function readTree(tree: string): BackOfficeRoute[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line): BackOfficeRoute[] => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    parts.splice(indent.length / 4, parts.length, part)
    return (
      (['GET', 'POST'] as const)
        .filter((method) => methods.split(', ').includes(method))
        // A part of a path may have several parameter names; the first one is used.
        .map((method) => ({ method, path: parts.join('').replaceAll(/\|:\w+/g, '') }))
    )
  })
}
