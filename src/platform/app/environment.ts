import { isLoopback } from '../base/addresses.ts'

/** A variable of the environment, for docs/configuration.md. */
export interface Variable {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
  /** A secret may also stand in a file. The variable with `_FILE` at the end of its name has the path. */
  readonly isSecret?: true
}

/** Returns a complaint on one line. Characters that would break the line are percent-encoded. */
export function complaint(name: string, shown: string, allowed: string): string {
  return `${name}=${shown}: must be ${allowed}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, encodeURIComponent)
}

/**
 * Returns the number of a decimal text; NaN for texts that only JavaScript takes for numbers: spaces, an empty text,
 * 0x10.
 */
export function readDecimal(text: string): number {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
}

// A scheme, a host, perhaps a port and a path.
const barePattern = /^[a-z]+:\/\/[^/\\?#@\s]+(\/[^\\?#\s]*)?$/i
const originPattern = /^[a-z]+:\/\/[^/\\?#@\s]+\/*$/i

/** Reads variables and collects complaints, each one line. An empty text counts as no value. */
export class Environment {
  readonly problems: string[] = []
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  value(name: string): string | undefined {
    return this.#env[name] || undefined
  }

  /** Adds a complaint. The value of a secret is not in it. */
  complain(name: string, allowed: string, secret: 'secret' | 'plain' = 'plain'): void {
    this.problems.push(complaint(name, secret === 'secret' ? '(hidden)' : (this.#env[name] ?? ''), allowed))
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.value(name) ?? fallback
    const found = allowed.find((candidate) => candidate === text)
    if (found === undefined) this.complain(name, allowed.join(' or '))
    return found ?? fallback
  }

  /** Returns a whole number within the bounds. `what` names it in the complaint. */
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

  /** Returns an address of one of the protocols, without slashes at its end. */
  url(name: string, protocols: readonly string[], secret: 'secret' | 'plain' = 'plain'): string | undefined {
    const text = this.value(name)
    if (text === undefined) return undefined
    if (isAddress(text, protocols)) return text.replace(/\/+$/, '')
    this.complain(name, addressOf(protocols), secret === 'secret' || text.includes('@') ? 'secret' : 'plain')
    return undefined
  }

  /**
   * Returns an address to which paths are appended. Refuses a query and a fragment, and a password, which pages
   * would show.
   */
  baseUrl(name: string, protocols: readonly string[]): string | undefined {
    return this.#plainUrl(name, protocols, barePattern, 'user, query, fragment and spaces')
  }

  /** Returns the address of a server without a path: links and cookies append their own. */
  origin(name: string, protocols: readonly string[]): string | undefined {
    return this.#plainUrl(name, protocols, originPattern, 'user, path, query, fragment and spaces')
  }

  #plainUrl(name: string, protocols: readonly string[], pattern: RegExp, without: string): string | undefined {
    const text = this.value(name)
    if (text === undefined || !isAddress(text, protocols) || pattern.test(text)) return this.url(name, protocols)
    this.complain(name, `${addressOf(protocols)}, without ${without}`, text.includes('@') ? 'secret' : 'plain')
    return undefined
  }

  /** Returns the parts between commas. */
  list(name: string, fallback: string): string[] {
    return (this.value(name) ?? fallback).split(',').map((part) => part.trim())
  }
}

/** Returns whether requests to the address leave this machine without TLS. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

// URL also takes texts that are no addresses: it reads `http:shop` as `http://shop`.
function isAddress(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`))
}

function addressOf(protocols: readonly string[]): string {
  return `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`
}
