import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Token, Tokens } from 'marked'
import { guidesFolder, readGuides } from '../../../../pages/docs/guides/contents.ts'
import { anchorOf, type Guide, parseGuide, textOf } from '../../../../pages/docs/guides/guide.ts'
import { CannotRun } from '../../certify/service-client.ts'

const contractFolder = join(guidesFolder, '..', 'contract')
let pages: readonly Guide[] | undefined

/** Returns the guides in reading order, then the pages of the contract as `contract/<name>`. Reads them at the first call. */
export function listPages(): readonly Guide[] {
  pages ??= [...readGuides().flatMap(({ guides }) => guides), ...readContract()]
  return pages
}

function readContract(): Guide[] {
  const files = readdirSync(contractFolder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return files.map((file) =>
    parseGuide(`contract/${file.slice(0, -'.md'.length)}`, readFileSync(join(contractFolder, file), 'utf8')),
  )
}

/** Returns a page. Throws CannotRun with all names for a page that does not exist. */
export function readPage(name: string): Guide {
  const page = listPages().find((one) => one.name === name)
  if (page !== undefined) return page
  throw new CannotRun(
    `no such page: ${name}; the pages are ${listPages()
      .map((one) => one.name)
      .join(', ')}`,
  )
}

/** Returns the Markdown of a section with its subsections. Throws CannotRun with all sections for an unknown one. */
export function readSection({ name, tokens, sections }: Guide, id: string): string {
  const begin = tokens.findIndex((token) => token.type === 'heading' && anchorOf(token) === id)
  const heading = tokens[begin]
  if (heading === undefined) {
    const ids = sections.flatMap((section) => (section.id === '' ? [] : [section.id]))
    throw new CannotRun(`${name} has no section ${id}; its sections are ${ids.join(', ')}`)
  }
  const rest = tokens.slice(begin + 1)
  const end = rest.findIndex((token) => token.type === 'heading' && token['depth'] <= (heading as Tokens.Heading).depth)
  return [heading, ...(end === -1 ? rest : rest.slice(0, end))].map(({ raw }) => raw.trim()).join('\n\n')
}

/** A row of a table of a page. */
interface PageRow {
  /** The anchor of the section. */
  readonly section: string
  /** The texts of the cells, without Markdown marks. */
  readonly cells: readonly string[]
  /** The code in the first cell. */
  readonly codes: readonly string[]
}

/** Returns the rows of all tables of a page. */
export function rowsOf({ tokens }: Guide): PageRow[] {
  let section = ''
  return tokens.flatMap((token) => {
    if (token.type === 'heading') section = anchorOf(token)
    if (token.type !== 'table') return []
    const here = section
    return (token as Tokens.Table).rows.map((cells) => ({
      section: here,
      cells: cells.map(({ tokens: inner }) => inner.map(textOf).join('')),
      codes: codesIn(cells[0]?.tokens ?? []),
    }))
  })
}

function codesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.type === 'codespan' ? [textOf(token)] : []))
}
