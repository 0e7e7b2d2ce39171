import type { WrongField } from '../base/refusals.ts'

/** The most wrong fields in one answer. Further ones are not collected. */
export const maxWrongFields = 100

/** Returns the first finding of each field, at most `maxWrongFields`. */
export function firstOfEachField(wrong: readonly WrongField[]): WrongField[] {
  const firsts = new Map(wrong.toReversed().map((one) => [one.field, one]))
  return wrong.filter((one) => firsts.get(one.field) === one).slice(0, maxWrongFields)
}

/** The members and positions that lead to a value. */
type Path = readonly (string | number)[]

/** Collects what is wrong with one input. Keeps the path of the value that is being judged. */
export class Findings {
  readonly fields: WrongField[] = []
  /** Whether a value has the wrong JSON type. It decides the answer alone, so the judge stops. */
  wrongType = false
  readonly #path: (string | number)[] = []
  readonly #passedOver: Path[] = []

  /** Whether the list is full: only a wrong type still matters. */
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

  /** Complains about a list that is too long, whose elements are not judged. */
  passOver(message: string): void {
    if (!this.isFull) this.#passedOver.push([...this.#path])
    this.complain(message)
  }

  /** Returns the input with empty lists in place of those that were passed over. All of it is judged. */
  readPart(input: unknown): unknown {
    return this.#passedOver.reduce(emptiedAt, input)
  }
}

function emptiedAt(value: unknown, [member, ...rest]: Path): unknown {
  if (member === undefined) return []
  const inner = emptiedAt((value as Record<string | number, unknown>)[member], rest)
  if (Array.isArray(value)) return value.with(Number(member), inner)
  return { ...(value as object), [member]: inner }
}

const maxNameLength = 64

// Such as `$.payment.items[0].title`. A long name from the client is cut, so that no answer grows with the request.
function fieldAt(path: Path): string {
  return `$${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${shortened(part)}`)).join('')}`
}

function shortened(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength).toWellFormed()}…`
}
