import { readFileSync, statSync } from 'node:fs'
import { type Document, LineCounter, type ParsedNode, parseDocument, type ScalarTag, type Tags } from 'yaml'
import { ConfigError } from '../../../platform/app/config.ts'
import { parseDuration } from '../../../rehearsal/sandbox/duration.ts'
import type { OrderState } from '../beside/order-states.ts'
import { findWrong, placeOf, type WrongValue } from '../wrong-values.ts'
import { type Seed, SeedFile, type SeedPayment } from './seed.ts'

const maxBytes = 1024 * 1024
/** As many as a reader mends at once. */
const maxShown = 10

/** Returns the seed in a YAML or JSON file. Throws a ConfigError that names each wrong line. */
export function readSeed(file: string): Seed {
  const text = readText(file)
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, customTags: keepNumbersAsWritten })
  const [unreadable] = document.errors
  if (unreadable !== undefined) throw new ConfigError(`${file}: ${unreadable.message.split('\n')[0]}`)
  const seed = readValue(document, file)
  const wrong = findWrong(SeedFile, seed)
  const all = wrong.length > 0 ? wrong : wrongPayments(seed as Seed)
  if (all.length === 0) return seed as Seed
  const lineOf = (path: WrongValue['path']) => lineAt(document.getIn(path, true) as ParsedNode, lineCounter)
  throw new ConfigError(describe(file, all, lineOf))
}

function readValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    // Too many aliases.
    throw new ConfigError(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

function readText(file: string): string {
  try {
    const stats = statSync(file)
    // A device or a pipe may have no end.
    if (!stats.isFile()) throw new ConfigError(`${file} is no file`)
    if (stats.size > maxBytes) throw new ConfigError(`${file} has more than ${maxBytes / 1024} KiB`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

// A number with a fraction is an amount, and must not be rounded. `+971…` is a phone, `007` and `0x1f` are orders.
function keepNumbersAsWritten(tags: Tags): Tags {
  return tags.flatMap((tag) => {
    if (!isScalarTag(tag) || !/:(int|float)$/.test(tag.tag)) return [tag]
    const isWhole = tag.tag.endsWith(':int') && tag.format === undefined
    return isWhole ? [{ ...tag, test: /^-?(?:0|[1-9]\d{0,14})$/ }] : []
  })
}

const isScalarTag = (tag: Tags[number]): tag is ScalarTag => typeof tag === 'object' && 'test' in tag

/** What a schema cannot say of payments: ages, and amounts that their state does not have. */
function wrongPayments({ merchants }: Seed): WrongValue[] {
  const now = Date.now()
  return merchants.flatMap(({ payments }, merchant) =>
    (payments ?? []).flatMap((payment, index) => {
      const wrong = (member: keyof SeedPayment, message: string): WrongValue => {
        return { path: ['merchants', merchant, 'payments', index, member], message }
      }
      const { age, state } = payment
      const isAge = age === undefined || age === null || parseDuration(age, now) !== undefined
      const idle = (['captured', 'refunded', 'card'] as const).filter(
        (member) => payment[member] !== undefined && payment[member] !== null && !statesWith[member].includes(state),
      )
      return [
        ...(isAge ? [] : [wrong('age', 'must be an ISO 8601 duration of at most ten years, such as P40D')]),
        ...idle.map((member) => wrong(member, `has no meaning for ${state}`)),
      ]
    }),
  )
}

const statesWith: Readonly<Record<'captured' | 'refunded' | 'card', readonly OrderState[]>> = {
  captured: ['captured', 'refunded', 'closed', 'disputed'],
  refunded: ['refunded'],
  card: ['authorized', 'captured', 'refunded', 'closed', 'disputed'],
}

function lineAt(node: ParsedNode | undefined, lines: LineCounter): number | undefined {
  return node?.range === undefined || node.range === null ? undefined : lines.linePos(node.range[0]).line
}

function describe(
  file: string,
  wrong: readonly WrongValue[],
  lineOf: (path: WrongValue['path']) => number | undefined,
): string {
  const shown = wrong.slice(0, maxShown).map(({ path, message }) => {
    const line = lineOf(path)
    return `${file}${line === undefined ? '' : `:${line}`}: ${placeOf(path) || 'the file'} ${message}`
  })
  const rest = wrong.length - shown.length
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}
