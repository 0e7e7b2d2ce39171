import { CONNREFUSED, Resolver, TIMEOUT } from 'node:dns/promises'

/** Asks the domain name system. */
export interface HostResolver {
  /** Every address of the host; empty when it has none or nobody answers. */
  addressesOf(hostname: string): Promise<readonly string[]>
  /** Whether the machine can resolve anything at all: whether the root name servers are known to its resolver. */
  works(): Promise<boolean>
  /** Whether nobody says anything of this host, not even that it is unknown, and nothing else can be resolved either. */
  isSilent(hostname: string): Promise<boolean>
}

interface ResolverOptions {
  readonly timeoutMs: number
  /** How long the finding that nothing can be resolved is kept, so that nobody waits for it again and again. */
  readonly keepFindingMs: number
  /** Address and port of name servers; the machine's own when absent. */
  readonly servers?: readonly string[]
}

const defaults: ResolverOptions = { timeoutMs: 500, keepFindingMs: 30_000 }

/**
 * Opens a resolver that holds up no other work of the process while it waits: c-ares, not the system's blocking look-up. It
 * tries each server twice.
 */
export function openResolver(options: Partial<ResolverOptions> = {}): HostResolver {
  const { timeoutMs, keepFindingMs, servers } = { ...defaults, ...options }
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers !== undefined) resolver.setServers([...servers])
  // One try: what is asked here is only whether anybody answers.
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

/** What a look-up ends with when no name server has said anything. */
const silences: ReadonlySet<string> = new Set([CONNREFUSED, TIMEOUT])
