import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contents } from './contents.ts'
import { type Guide, parseGuide } from './guide.ts'

/** The guides of a part. */
export interface GuidePart {
  readonly title: string
  readonly guides: readonly Guide[]
}

/** Where the guides are, in the checkout and in the tarball. */
export const guidesFolder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guides')

let parts: readonly GuidePart[] | undefined

/** All guides in their order, read when they are first asked for. */
export function readGuides(): readonly GuidePart[] {
  parts ??= read()
  return parts
}

function read(): GuidePart[] {
  return contents.map(({ title, names }) => ({
    title,
    guides: names.map((name) => parseGuide(name, readFileSync(join(guidesFolder, `${name}.md`), 'utf8'))),
  }))
}
