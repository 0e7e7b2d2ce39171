import type { WrongField } from '../base/refusals.ts'

/** So many wrong fields are told of one body. What is wrong beyond them is neither kept nor put into words. */
export const maxWrongFields = 100

/** Each field once, as it was told first, and no more than are told. */
export function toldOnce(wrong: readonly WrongField[]): WrongField[] {
  const firsts = new Map(wrong.toReversed().map((one) => [one.field, one]))
  return wrong.filter((one) => firsts.get(one.field) === one).slice(0, maxWrongFields)
}

/** The members and positions that lead to a value. */
type Path = readonly (string | number)[]

/** What is wrong with one input, and where in it whoever looks is at the moment. */
export class Findings {
  readonly fields: WrongField[] = []
  /** A value of the wrong JSON type decides the answer by itself: nothing is looked for after it. */
  wrongType = false
  readonly #path: (string | number)[] = []
  readonly #unread: Path[] = []

  /** Nothing more will be told: only a wrong type still matters. */
  get isFull(): boolean {
    return this.fields.length >= maxWrongFields
  }

  enter(member: string | number): void {
    this.#path.push(member)
  }

  leave(): void {
    this.#path.pop()
  }

  complain(message: string, code: WrongField['code'] = 'invalid_value'): void {
    if (!this.isFull) this.fields.push({ field: fieldAt(this.#path), code, message })
  }

  /** Complains about a list that is too long to be looked into. */
  passOver(message: string): void {
    if (!this.isFull) this.#unread.push([...this.#path])
    this.complain(message)
  }

  /** The input with nothing in the lists that were passed over: what is left of it has been looked at. */
  readPart(input: unknown): unknown {
    return this.#unread.reduce(emptiedAt, input)
  }
}

function emptiedAt(value: unknown, [member, ...rest]: Path): unknown {
  if (member === undefined) return []
  const inner = emptiedAt((value as Record<string | number, unknown>)[member], rest)
  if (Array.isArray(value)) return value.with(Number(member), inner)
  return { ...(value as object), [member]: inner }
}

const maxNameLength = 64

// `$.payment.items[0].title`. A name that a client made up is cut: no answer grows with what was sent.
function fieldAt(path: Path): string {
  return `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${shortened(part)}`)).join('')}`
}

function shortened(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`
}
