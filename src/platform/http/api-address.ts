/** Which other addresses the API answers at. */
export interface ClientAddresses {
  /** Whether `/api/v1/payments` is answered as `/api/v2/payments`: older plug-ins call it. */
  readonly clientAliases?: boolean
}

/** The addresses that older plug-ins call, with those that answer them. */
export const addressAliases = [['/api/v1/payments', '/api/v2/payments']] as const

/**
 * Returns the address of the API that answers this one: without doubled slashes and without a slash at the path's end.
 * Other addresses stay (docs/contract/conventions.md#addresses).
 */
export function apiAddress(url: string, { clientAliases = false }: ClientAddresses): string {
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  if (!isUnusual(path, clientAliases)) return url
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  if (!plain.startsWith('/api/')) return url
  const alias = clientAliases ? addressAliases.find(([old]) => plain === old || plain.startsWith(`${old}/`)) : undefined
  const known = alias === undefined ? plain : alias[1] + plain.slice(alias[0].length)
  return end === -1 ? known : known + url.slice(end)
}

// Looks at each request, so that it is only a few comparisons for usual ones.
function isUnusual(path: string, clientAliases: boolean): boolean {
  return path.endsWith('/') || path.includes('//') || (clientAliases && path.startsWith('/api/v1/payments'))
}
