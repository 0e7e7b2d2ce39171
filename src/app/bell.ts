/** Tells a worker of the same process that there is something to do, so that it need not wait for its next look. */
export interface Bell {
  /** Costs nothing and waits for nobody. Rung before its work is committed it is merely early: workers look again by themselves. */
  ring(): void
  /** Calls the listener at every ring until the answered function is called. */
  onRing(listener: () => void): () => void
}

export function newBell(): Bell {
  const listeners = new Set<() => void>()
  return {
    ring() {
      for (const listener of listeners) listener()
    },
    onRing(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
