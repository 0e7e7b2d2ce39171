import { CONNREFUSED, Resolver, TIMEOUT } from 'node:dns/promises'

/** Resolves host names. */
export interface HostResolver {
  /** Returns every address of the host; empty without one or without an answer. */
  addressesOf(hostname: string): Promise<readonly string[]>
  /** Returns whether the machine can resolve names at all: whether its resolver knows the root name servers. */
  works(): Promise<boolean>
  /**
   * Returns whether there is no answer about this host, not even that it is unknown, and no other name resolves
   * either.
   */
  isSilent(hostname: string): Promise<boolean>
}

interface ResolverOptions {
  readonly timeoutMs: number
  /** How long the result of `works` is cached, so that not every call waits for the timeout. */
  readonly keepFindingMs: number
  /** Addresses and ports of name servers; absent: the machine's own. */
  readonly servers?: readonly string[]
}

const defaults: ResolverOptions = { timeoutMs: 500, keepFindingMs: 30_000 }

/**
 * Opens a resolver that does not block other work of the process: c-ares, not the system's blocking lookup. It tries
 * each server twice.
 */
export function openResolver(options: Partial<ResolverOptions> = {}): HostResolver {
  const { timeoutMs, keepFindingMs, servers } = { ...defaults, ...options }
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers([...servers])
  // One try is enough to see whether a server answers.
  const root = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers !== undefined) root.setServers([...servers])
  let finding: { works: Promise<boolean>; until: number } | undefined

  const works = (): Promise<boolean> => {
    const now = performance.now()
    if (finding === undefined || finding.until < now) {
      const found = root.resolveNs('.').then(
        (names) => names.length > 0,
        () => false,
      )
      finding = { works: found, until: now + keepFindingMs }
    }
    return finding.works
  }

  return {
    async addressesOf(hostname) {
      const none = (): string[] => []
      const [four, six] = await Promise.all([
        resolver.resolve4(hostname).catch(none),
        resolver.resolve6(hostname).catch(none),
      ])
      return [...four, ...six]
    },
    works,
    async isSilent(hostname) {
      const answered = await root.resolve4(hostname).then(
        () => true,
        (error: { code?: string }) => !silences.has(error.code ?? ''),
      )
      return !answered && !(await works())
    },
  }
}

/** The error codes of a lookup without any answer. */
const silences: ReadonlySet<string> = new Set([CONNREFUSED, TIMEOUT])
