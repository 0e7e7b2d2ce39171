/** Where the version stands: the files, and its places in each as the first group; without `g` the first place counts. */
export const versionPlaces: Readonly<Record<string, RegExp>> = {
  'package.json': /^ {2}"version": "(.+)"/m,
  'package-lock.json': /^ {2}"version": "(.+)"/m,
  'sdk/package.json': /^ {2}"version": "(.+)"/m,
  'src/platform/base/version.ts': /version = '(.+)'/,
  Dockerfile: /image\.version="(.+)"/,
  'examples/shop/package.json': /"@qist\/sdk": "\^(.+)"/,
  'examples/shop/README.md': /qist-(?:sdk-)?([\d.]+)\.tgz/g,
  'docs/guides/changes.md': /^## (\d[^,\n]*)/m,
  'CHANGELOG.md': /^## ([^,\n]+)/m,
}

/**
 * Returns what must be mended before a release, a line each. `texts`: the files of `versionPlaces`, by path. `tag`: the
 * release's tag, for example `v0.2.0`. Without one it is a trial: the changelog may have no date yet.
 */
export function findDisagreements(texts: Readonly<Record<string, string>>, tag?: string): string[] {
  const found = Object.entries(versionPlaces).flatMap(([path, place]) =>
    versionsIn(texts[path] ?? '', place).map((version) => [path, version] as const),
  )
  const expected = tag ?? `v${found[0]?.[1]}`
  const wrong = found
    .filter(([, version]) => `v${version}` !== expected)
    .map(([path, version]) => `${path} has the version ${version}, and the release is ${expected}`)
  const date = /^## [^,\n]+(?:, (.*))?$/m.exec(texts['CHANGELOG.md'] ?? '')?.[1] ?? 'none'
  if (tag !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date))
    wrong.push(`CHANGELOG.md has the date ${date} for the release`)
  return wrong
}

function versionsIn(text: string, place: RegExp): string[] {
  const all = place.global ? [...text.matchAll(place)] : [place.exec(text)]
  return all.length === 0 ? ['none'] : all.map((match) => match?.[1] ?? 'none')
}

/** Returns the changelog's newest section, without its heading. */
export function findNotes(changelog: string): string {
  return `${changelog.split(/^## .*\n/m)[1]?.trim() ?? ''}\n`
}
