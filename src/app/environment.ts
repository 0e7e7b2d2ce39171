/** A variable of the environment, as docs/configuration.md lists it. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
  /** May be handed on in a file, whose path the variable of this name and `_FILE` has. */
  readonly isSecret?: true
}

/** The environment's variables, and what is wrong with them: each complaint is one line. An empty text is no value. */
export class Environment {
  readonly problems: string[] = []
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  value(name: string): string | undefined {
    return this.#env[name] || undefined
  }

  /** Notes that the variable must be something else; a secret's value is not repeated. */
  complain(name: string, allowed: string, secret: 'secret' | 'plain' = 'plain'): void {
    this.problems.push(`${name}=${secret === 'secret' ? '(hidden)' : this.#env[name]}: must be ${allowed}`)
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.value(name) ?? fallback
    const found = allowed.find((candidate) => candidate === text)
    if (found === undefined) this.complain(name, allowed.join(' or '))
    return found ?? fallback
  }

  /** A whole number within the bounds; `what` names it in the complaint. */
  wholeNumber(name: string, fallback: number, [least, most]: readonly [number, number], what: string): number {
    const text = this.value(name) ?? String(fallback)
    const number = Number(text)
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number
    this.complain(name, what)
    return fallback
  }

  port(name: string, fallback: number): number {
    return this.wholeNumber(name, fallback, [0, 65_535], 'a port, 0 to 65535')
  }

  /** An address of one of the protocols, without slashes at its end. */
  url(name: string, protocols: readonly string[], secret: 'secret' | 'plain' = 'plain'): string | undefined {
    const text = this.value(name)
    if (text === undefined) return undefined
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
    const beginnings = protocols.map((protocol) => `${protocol}//`).join(' or ')
    this.complain(name, `an address that starts with ${beginnings}`, secret)
    return undefined
  }

  /** The parts between commas. */
  list(name: string, fallback: string): string[] {
    return (this.value(name) ?? fallback).split(',').map((part) => part.trim())
  }
}
