const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Returns the name of a user agent's device, such as `Chrome, Windows`; undefined if it is unknown. */
export function deviceOf(userAgent: string): string | undefined {
  const found = [browsers, systems].map((names) => names.find(([, form]) => form.test(userAgent))?.[0])
  const named = found.filter((name) => name !== undefined)
  return named.length === 0 ? undefined : named.join(', ')
}
