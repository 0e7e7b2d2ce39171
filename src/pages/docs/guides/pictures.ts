/** The payment page on a phone, for the first page of the docs. Both have the same size, in pixels. */
export const landingPictures = {
  light: 'payment-order-en-phone.png',
  dark: 'payment-order-en-dark.png',
  width: 585,
  height: 1266,
} as const

/** Returns the names of the screenshots that a guide shows. They are in `docs/screenshots`, beside the guides. */
export function screenshotsIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(\.\.\/screenshots\/([\w-]+\.png)\)/g)].map(([, name = '']) => name)
}

/** Returns the names of all screenshots that the docs show, each once. */
export function shownScreenshots(markdowns: readonly string[]): Set<string> {
  return new Set([landingPictures.light, landingPictures.dark, ...markdowns.flatMap(screenshotsIn)])
}

/** Returns the address of a guide's picture. */
export function pictureAddress(href: string): string {
  return `/docs/${href.replace(/^\.\.\//, '')}`
}
