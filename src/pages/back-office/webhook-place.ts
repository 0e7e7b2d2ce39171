/** Returns the host and path of a webhook. Its query may be a secret. Returns undefined for a removed webhook. */
export function placeOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}
