/**
 * A state machine as a table: row = state, column = transition, cell = the states that the transition may lead to,
 * absent = refused. It is checked when it is defined, drawn into docs/states.md, and tested for every pair.
 */
export interface States<State extends string, Transition extends string> {
  readonly name: string
  readonly initial: readonly State[]
  readonly table: Readonly<Record<State, Partial<Record<Transition, readonly State[]>>>>
  /** Returns whether the transition may lead from one state to the other. */
  allows(from: State, transition: Transition, to: State): boolean
}

/** Defines a state table. Throws if a target is unknown or a state cannot be reached from an initial one. */
export function defineStates<State extends string, Transition extends string>(
  name: string,
  initial: readonly State[],
  table: Readonly<Record<State, Partial<Record<Transition, readonly State[]>>>>,
): States<State, Transition> {
  const known = new Set(Object.keys(table))
  const reached = new Set<string>(initial)
  const open: State[] = [...initial]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const targets of Object.values<readonly State[] | undefined>(table[state])) {
      for (const target of targets ?? []) {
        if (!known.has(target)) throw new Error(`${name}: ${state} leads to the unknown state ${target}`)
        if (!reached.has(target)) open.push(target)
        reached.add(target)
      }
    }
  }
  for (const state of known) if (!reached.has(state)) throw new Error(`${name}: ${state} cannot be reached`)
  return { name, initial, table, allows: (from, transition, to) => table[from][transition]?.includes(to) ?? false }
}
