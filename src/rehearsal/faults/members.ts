import { type WrongField, wrongValue } from '../../platform/base/refusals.ts'

/**
 * Reads the members of an object one by one, and adds every wrong one to `wrong`. Null counts as absent. A member
 * without a fallback is required. The value returned for a wrong member must not be used.
 */
export class Members {
  readonly #members: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #wrong: WrongField[]

  constructor(members: Readonly<Record<string, unknown>>, path: string, wrong: WrongField[]) {
    this.#members = members
    this.#path = path
    this.#wrong = wrong
  }

  has(name: string): boolean {
    return (this.#members[name] ?? null) !== null
  }

  complain(name: string, message: string): void {
    this.#wrong.push(wrongValue(`${this.#path}.${name}`, message))
  }

  /** Returns the members of a nested object, or of the fallback; undefined if it is no object. */
  object(name: string, fallback?: Readonly<Record<string, unknown>>): Members | undefined {
    const members = this.#read(name, isObject, 'must be an object', fallback)
    return isObject(members) ? new Members(members, `${this.#path}.${name}`, this.#wrong) : undefined
  }

  text<F extends string | null = string>(
    name: string,
    isAllowed: (text: string) => boolean,
    message: string,
    fallback?: F,
  ): string | F {
    const isRight = (value: unknown): value is string => typeof value === 'string' && isAllowed(value)
    return this.#read<string | F>(name, isRight, message, fallback)
  }

  oneOf<const T extends string, F extends T | null = T>(name: string, allowed: readonly T[], fallback?: F): T | F {
    const isAllowed = (value: unknown): value is T => allowed.some((one) => one === value)
    return this.#read<T | F>(name, isAllowed, `must be one of ${allowed.join(', ')}`, fallback)
  }

  integer(name: string, from: number, to: number, fallback?: number): number {
    const isRight = (value: unknown): value is number => Number.isInteger(value) && isWithin(value, from, to)
    return this.#read(name, isRight, `must be a whole number from ${from} to ${to}`, fallback)
  }

  number(name: string, from: number, to: number, fallback?: number): number {
    const isRight = (value: unknown): value is number => isWithin(value, from, to)
    return this.#read(name, isRight, `must be a number from ${from} to ${to}`, fallback)
  }

  flag(name: string, fallback?: boolean): boolean {
    const isRight = (value: unknown): value is boolean => typeof value === 'boolean'
    return this.#read(name, isRight, 'must be true or false', fallback)
  }

  #read<T>(name: string, isRight: (value: unknown) => value is T, message: string, fallback: T | undefined): T {
    if (this.has(name)) {
      const value = this.#members[name]
      if (!isRight(value)) this.complain(name, message)
      return value as T
    }
    if (fallback === undefined) {
      this.#wrong.push({ field: `${this.#path}.${name}`, code: 'required', message: 'is required' })
    }
    return fallback as T
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWithin(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && from <= value && value <= to
}
