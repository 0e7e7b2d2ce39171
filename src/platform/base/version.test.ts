import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { version } from './version.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('the version equals that of the packages', () => {
  assert.equal(version, JSON.parse(textOf('package.json')).version)
  assert.equal(version, JSON.parse(textOf('sdk/package.json')).version)
})

test('every other place that names the version has the same one', () => {
  const named = {
    Dockerfile: /image\.version="([^"]+)"/g,
    'examples/shop/package.json': /"@qist\/sdk": "\^([^"]+)"/g,
    'examples/shop/README.md': /qist-(?:sdk-)?([\d.]+)\.tgz/g,
    'docs/guides/quick-start.md': /qist-(?:sdk-)?([\d.]+)\.tgz/g,
    'docs/guides/in-your-ci.md': /qist-([\d.]+)\.tgz/g,
    'docs/guides/sdk.md': /qist-sdk-([\d.]+)\.tgz/g,
  }
  for (const [path, pattern] of Object.entries(named)) {
    const found = [...textOf(path).matchAll(pattern)].map(([, number]) => number)
    assert.ok(found.length > 0, `${path} names none`)
    for (const number of found) assert.equal(number, version, path)
  }
  for (const path of ['docs/guides/changes.md', 'CHANGELOG.md'])
    assert.equal(/^## ([\d.]+)/m.exec(textOf(path))?.[1], version, path)
})
