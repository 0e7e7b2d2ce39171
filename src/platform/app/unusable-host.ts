/** Why nothing can listen at HOST: one line for the operator. */
export class UnusableHost extends Error {
  override readonly name = 'UnusableHost'
}

// No address of this machine, or none of a kind that it has.
const ofAddress: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/** The error of listening at the host, as an UnusableHost where that is why. A name is looked up at each start: by then it may be known. */
export function explainHost(error: unknown, host: string): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'getaddrinfo' && !(syscall === 'listen' && ofAddress.includes(code))) return error
  return new UnusableHost(
    `HOST=${host}: must be an address of this machine, or a name that has one now (${error.message})`,
  )
}
