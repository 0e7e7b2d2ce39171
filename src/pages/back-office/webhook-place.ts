/** Where a webhook is: its host and path. What stands behind them may be a secret. Undefined where it is gone. */
export function placeOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}
