import { parseInstant } from '../../../../platform/base/times.ts'
import { Type } from '../../../../platform/http/type.ts'
import { CannotRun } from '../../certify/service-client.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { shortText } from '../inputs.ts'
import { defineTool } from '../tool.ts'

const falling = 'Everything that falls due on the way happens before the answer: collections, expiries, notifications.'

/** Tools for the merchant's clock. */
export const clockTools = [
  defineTool({
    name: 'read_clock',
    title: 'Read the clock',
    description: "Answers what time it is for the merchant, and by how much its clock is ahead of the machine's.",
    effect: 'reads',
    input: {},
    run: (_input, context) => askSandbox(context, 'GET', '/sandbox/clock'),
  }),
  defineTool({
    name: 'advance_clock',
    title: 'Advance the clock',
    description: `Moves the merchant's clock forward by a duration. ${falling} The clock never goes back, except by reset_sandbox.`,
    effect: 'removes',
    input: { by: shortText(64, 'an ISO 8601 duration, such as P14D or PT2H') },
    run: ({ by }, context) => askSandbox(context, 'POST', '/sandbox/clock', { body: { advance: by } }),
  }),
  defineTool({
    name: 'set_clock',
    title: 'Set the clock',
    description: `Moves the merchant's clock forward to a time. ${falling} A time that is past is refused.`,
    effect: 'removes',
    isIdempotent: true,
    input: {
      to: Type.Unsafe<string>({
        ...{ type: 'string', format: 'datetime', maxLength: 64 },
        description: 'such as 2026-03-15T09:00:00Z',
      }),
    },
    async run({ to }, context) {
      const clock = await askSandbox<{ readonly now: string }>(context, 'GET', '/sandbox/clock')
      const seconds = Math.ceil(((parseInstant(to) ?? 0) - (parseInstant(clock.now) ?? 0)) / 1_000)
      if (seconds < 0) throw new CannotRun(`the clock never goes back: it is ${clock.now}, and ${to} is past`)
      if (seconds === 0) return clock
      const days = Math.floor(seconds / 86_400)
      return askSandbox(context, 'POST', '/sandbox/clock', {
        body: { advance: `P${days}DT${seconds - days * 86_400}S` },
      })
    },
  }),
]
