/** Where people work: merchants' at the dashboard, the service's own at the support console. Each has people and sessions of its own. */
export type BackOffice = 'dashboard' | 'support'

export const backOffices: readonly BackOffice[] = ['dashboard', 'support']

/** Below which address a back office's pages are. */
export const pathOf: Readonly<Record<BackOffice, string>> = { dashboard: '/dashboard', support: '/support' }

/** The subject of CSRF tokens: forms of one back office are no forms of the other. */
export function csrfSubject(backOffice: BackOffice): string {
  return `desk ${backOffice}`
}

// Any origin does: what leads elsewhere has another one.
const here = 'http://back-office.invalid'

/**
 * The address below the back office that a text asks for, path, query and fragment; undefined where it would lead to another host, out of the
 * back office, or to the sign-in and its forms.
 */
export function parseNext(backOffice: BackOffice, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2_000 || !text.startsWith(pathOf[backOffice])) return undefined
  if (!URL.canParse(text, here)) return undefined
  const { origin, pathname, search, hash } = new URL(text, here)
  if (origin !== here || !isBelow(backOffice, pathname) || closed.test(pathname.slice(pathOf[backOffice].length)))
    return undefined
  return `${pathname}${search}${hash}`
}

// Where nothing is to be seen after a sign-in.
const closed = /^\/(sign-in|sign-out|prove|lang|merchant)(\/|$)/

function isBelow(backOffice: BackOffice, pathname: string): boolean {
  const path = pathOf[backOffice]
  return pathname === path || pathname.startsWith(`${path}/`)
}
