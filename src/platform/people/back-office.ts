/** Merchants' people work at the dashboard, the service's agents at support. Each has its own people and sessions. */
export type BackOffice = 'dashboard' | 'support'

export const backOffices: readonly BackOffice[] = ['dashboard', 'support']

/** The address below which a back office has its pages. */
export const pathOf: Readonly<Record<BackOffice, string>> = { dashboard: '/dashboard', support: '/support' }

/** Returns the subject of CSRF tokens: a token works for one back office only. */
export function csrfSubject(backOffice: BackOffice): string {
  return `desk ${backOffice}`
}

// Any origin will do: an address of another host has another origin.
const here = 'http://back-office.invalid'

/**
 * Returns the path, query and fragment of an address below the back office. Returns undefined for an address of another
 * host, outside of the back office, or of the sign-in and its forms.
 */
export function parseNext(backOffice: BackOffice, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 2_000 || !text.startsWith(pathOf[backOffice])) return undefined
  if (!URL.canParse(text, here)) return undefined
  const { origin, pathname, search, hash } = new URL(text, here)
  if (origin !== here || !isBelow(backOffice, pathname) || closed.test(pathname.slice(pathOf[backOffice].length)))
    return undefined
  return `${pathname}${search}${hash}`
}

// Addresses that show no page after a sign-in.
const closed = /^\/(sign-in|sign-out|prove|lang|merchant)(\/|$)/

function isBelow(backOffice: BackOffice, pathname: string): boolean {
  const path = pathOf[backOffice]
  return pathname === path || pathname.startsWith(`${path}/`)
}
