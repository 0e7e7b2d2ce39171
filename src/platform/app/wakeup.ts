/** Wakes a worker of the same process because there is something to do, so that it need not wait for its next look. */
export interface Wakeup {
  /** Costs nothing and waits for nobody. Called before its work is committed it is merely early: workers look again by themselves. */
  wake(): void
  /** Calls the listener at every wake-up until the answered function is called. */
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
