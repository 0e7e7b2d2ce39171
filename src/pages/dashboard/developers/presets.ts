interface Preset {
  readonly name: 'lost' | 'never' | 'conflict' | 'limit' | 'broken' | 'slow' | 'twice' | 'dropped' | 'forged'
  /** The body for `POST /sandbox/faults`. */
  readonly rule: object
}

const capture = { operation: 'capturePayment' }
const authorized = { notification: 'authorized' }

/** The most common faults, one button each. */
export const presets: readonly Preset[] = [
  { name: 'lost', rule: { on: capture, when: { per: 'reference_id' }, do: { kind: 'lost_answer' } } },
  { name: 'never', rule: { on: capture, when: { per: 'reference_id' }, do: { kind: 'lost_request' } } },
  { name: 'conflict', rule: { on: capture, when: { per: 'reference_id' }, do: { kind: 'conflict' } } },
  { name: 'limit', rule: { on: { operation: '*' }, do: { kind: 'rate_limit', retry_after: 2 } } },
  { name: 'broken', rule: { on: { operation: '*' }, when: { times: 2 }, do: { kind: 'error' } } },
  { name: 'slow', rule: { on: { operation: '*' }, do: { kind: 'slow', ms: 10_000 } } },
  { name: 'twice', rule: { on: authorized, do: { kind: 'duplicate', count: 2, concurrent: true } } },
  { name: 'dropped', rule: { on: authorized, do: { kind: 'drop' } } },
  { name: 'forged', rule: { on: authorized, do: { kind: 'forged' } } },
]

/** The initial text of the field for a typed rule. */
export const exampleRule = JSON.stringify(
  {
    on: { operation: 'capturePayment' },
    when: { per: 'reference_id', skip: 0, times: 1, probability: 1 },
    do: { kind: 'lost_answer', how: 'reset' },
    seed: 42,
    until: 'PT10M',
  },
  null,
  2,
)
