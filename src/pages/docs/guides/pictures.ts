/** Returns the names of the screenshots that a guide shows. They are in `docs/screenshots`, beside the guides. */
export function screenshotsIn(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(\.\.\/screenshots\/([\w-]+\.png)\)/g)].map(([, name = '']) => name)
}

/** Returns the address of a guide's picture. */
export function pictureAddress(href: string): string {
  return `/docs/${href.replace(/^\.\.\//, '')}`
}
