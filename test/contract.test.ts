import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const folders = '{src,test,proof,bench,testkit,scripts,bin}/**/*.{ts,js,sql,css,md}'
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const files = [...globSync([folders], { cwd: root }), ...pages].filter((file) => !file.endsWith('contract.test.ts'))

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The headings of a page, as anchors. */
function anchorsOf(page: string): string[] {
  const withoutCode = read(page).replace(/^```.*?^```/gms, '')
  return [...withoutCode.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function assertHeading(file: string, page: string, anchor: string): void {
  assert.ok(existsSync(join(root, page)), `${file} points to ${page}, which is not there`)
  assert.ok(anchorsOf(page).includes(anchor), `${file} points to ${page}#${anchor}, and there is no such heading`)
}

test('every reference to the contract leads to a heading', () => {
  const found = files.flatMap((file) =>
    [...read(file).matchAll(/(docs\/contract\/[\w-]+\.md)(?:#([\w-]+))?/g)].map(([, page = '', anchor]) => {
      assert.ok(existsSync(join(root, page)), `${file} points to ${page}, which is not there`)
      if (anchor !== undefined) assertHeading(file, page, anchor)
      return page
    }),
  )
  assert.ok(found.length > 50, 'the sources say which place of the contract they carry out')
})

test('every link with an anchor between pages leads to a heading', () => {
  // The links of guides are checked where the service serves them.
  for (const page of pages.filter((one) => !one.startsWith('docs/guides/'))) {
    for (const [, goal = '', anchor = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)) {
      assertHeading(page, goal === '' ? page : normalize(join(dirname(page), goal)), anchor)
    }
  }
})

test('the headings of a page of the contract have unique anchors', () => {
  for (const page of pages.filter((one) => one.startsWith('docs/contract/'))) {
    const anchors = anchorsOf(page)
    assert.deepEqual(anchors, [...new Set(anchors)], page)
  }
})

/** The former way to refer to the contract, before its pages had addresses. */
const oldForms = [
  /\bdecisions? \d{1,2}(?!\d)/,
  /\bdecisions,? sections?\b/,
  /\bsection \d+ once more/,
  /\bthe specification\b|\bspecification(,|\))/,
  /(?<!contract\/)\b(examples|running|people|integrators|operation)\.md\b/,
  // docs/money.md has the contract's money in figures.
  /(?<!contract\/|docs\/|'docs', '|\.\.\/|-)\bmoney\.md\b/,
]

test('no reference uses section numbers of the contract, or pages that do not exist', () => {
  const left = files
    .filter((file) => !file.startsWith('docs/contract/'))
    .flatMap((file) => {
      // A reference may span two lines of a comment.
      const text = read(file).replace(/\n\s*(\*|\/\/|--)? */g, ' ')
      return oldForms.flatMap((form) => form.exec(text)?.[0] ?? []).map((found) => `${file}: ${found}`)
    })
  assert.deepEqual(left, [])
})
