/** Where people work: merchants' at the dashboard, the service's own at the support console. Each has people and sessions of its own. */
export type Desk = 'dashboard' | 'support'

export const desks: readonly Desk[] = ['dashboard', 'support']

/** Below which address a desk's pages are. */
export const pathOf: Readonly<Record<Desk, string>> = { dashboard: '/dashboard', support: '/support' }

/** The subject of CSRF tokens: forms of one desk are no forms of the other. */
export function csrfSubject(desk: Desk): string {
  return `desk ${desk}`
}

// Any origin does: what leads elsewhere has another one.
const here = 'http://desk.invalid'

/**
 * The address below the desk that a text asks for, path, query and fragment; undefined where it would lead to another host, out of the
 * desk, or to the sign-in and its forms.
 */
export function parseNext(desk: Desk, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2_000 || !text.startsWith(pathOf[desk])) return undefined
  if (!URL.canParse(text, here)) return undefined
  const { origin, pathname, search, hash } = new URL(text, here)
  if (origin !== here || !isBelow(desk, pathname) || closed.test(pathname.slice(pathOf[desk].length))) return undefined
  return `${pathname}${search}${hash}`
}

// Where nothing is to be seen after a sign-in.
const closed = /^\/(sign-in|sign-out|prove|lang|merchant)(\/|$)/

function isBelow(desk: Desk, pathname: string): boolean {
  const path = pathOf[desk]
  return pathname === path || pathname.startsWith(`${path}/`)
}
