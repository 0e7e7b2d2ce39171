/** Wakes a worker of the same process when there is work, so that it does not wait for its next poll. */
export interface Wakeup {
  /** Cheap, and does not block. A call before the commit is harmless: workers also poll. */
  wake(): void
  /** Calls the listener at every wake-up until the returned function is called. */
  onWake(listener: () => void): () => void
}

export function newWakeup(): Wakeup {
  const listeners = new Set<() => void>()
  return {
    wake() {
      for (const listener of listeners) listener()
    },
    onWake(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
