import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, machine } from '../testkit/machine.ts'

/** The retention of a table: a number of days, by the setting of this name. Without it rows stay for good. */
export interface Retention {
  readonly setting: string
  readonly days: number
}

/** The bytes of one table with its indexes. */
export interface TableBytes {
  readonly table: string
  readonly ofPurchase: number
  readonly ofUnfinished: number
  /** If undefined, rows of a purchase stay for good, and rows of an unfinished session are deleted with it. */
  readonly kept: Retention | undefined
}

/** The traffic of a year. */
export interface Traffic {
  readonly purchasesADay: number
  readonly unfinishedADay: number
  /** The retention of unfinished sessions. */
  readonly unfinished: Retention
}

const gigabyte = 1e9

/** Returns the gigabytes that remain of a year, and the gigabytes at any time of rows that are deleted later. */
export function sizesOfYear({ table, ofPurchase, ofUnfinished, kept }: TableBytes, traffic: Traffic) {
  const { purchasesADay, unfinishedADay, unfinished } = traffic
  const ofDay = (purchasesADay * ofPurchase) / gigabyte
  const passing = kept === undefined ? 0 : ofDay * kept.days
  return {
    table,
    aYear: kept === undefined ? ofDay * 365 : 0,
    atAnyTime: passing + ((unfinishedADay * ofUnfinished) / gigabyte) * (kept ?? unfinished).days,
  }
}

/** Returns the table of the guide for operators, as Markdown. */
export function formatYear(tables: readonly TableBytes[], traffic: Traffic): string {
  const rows = tables.map((one) => {
    const { aYear, atAnyTime } = sizesOfYear(one, traffic)
    const long = one.kept === undefined ? 'for good' : `\`${one.kept.setting}\` (${one.kept.days} days)`
    return [
      one.table,
      String(Math.round(one.ofPurchase)),
      String(Math.round(one.ofUnfinished)),
      long,
      gb(aYear),
      gb(atAnyTime),
    ]
  })
  const sums = tables.map((one) => sizesOfYear(one, traffic))
  const total = (of: (sizes: (typeof sums)[number]) => number): number => sums.reduce((sum, one) => sum + of(one), 0)
  const bytes = (of: (one: TableBytes) => number): string =>
    String(Math.round(tables.reduce((sum, one) => sum + of(one), 0)))
  const sum = [
    '**all**',
    bytes((one) => one.ofPurchase),
    bytes((one) => one.ofUnfinished),
    '',
    gb(total((one) => one.aYear)),
    gb(total((one) => one.atAnyTime)),
  ]
  const head = [
    ...['table, with its indexes', 'bytes of a purchase', 'of an unfinished session', 'a purchase is kept'],
    ...['GB more with each year', 'GB at any time, of what goes again'],
  ]
  return [head, head.map(() => '---'), ...rows, sum].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function gb(value: number): string {
  return value < 0.05 ? '' : value.toFixed(1)
}

const guide = join(import.meta.dirname, '..', 'docs', 'operations.md')
const [begin, end] = ['<!-- year: npm run bench -- --year --write -->', '<!-- /year -->']

/** Writes the text to the guide for operators, with machine, date and commit. Throws if the guide lacks its place. */
export function writeYear(text: string): void {
  const content = readFileSync(guide, 'utf8')
  const [from, to] = [content.indexOf(begin), content.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`${guide} has no place for the year`)
  const when = `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${machine()}.`
  writeFileSync(guide, `${content.slice(0, from + begin.length)}\n\n${when}\n\n${text}\n\n${content.slice(to)}`)
}
