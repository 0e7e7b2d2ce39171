import { Type } from '../../../../platform/http/type.ts'
import { FaultInput } from '../../../../rehearsal/faults/schemas.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { readPage, rowsOf } from '../docs/pages.ts'
import { uuid } from '../inputs.ts'
import { fittingRows } from '../pieces.ts'
import { defineTool } from '../tool.ts'

/** Tools that inject faults. */
export const faultTools = [
  defineTool({
    name: 'list_faults',
    title: 'List the faults',
    description: 'Answers the planted faults with their hits, and every kind of fault that plant_fault takes as `do`.',
    effect: 'reads',
    input: {},
    async run(_input, context) {
      const { faults } = await askSandbox<{ faults: readonly unknown[] }>(context, 'GET', '/sandbox/faults')
      const kinds = rowsOf(readPage('break-it')).filter(({ section }) => section === 'what-can-go-wrong')
      return {
        planted: fittingRows(faults),
        planted_count: faults.length,
        kinds: kinds.map(({ cells: [example, meaning] }) => ({ do: example, meaning })),
      }
    },
  }),
  defineTool({
    name: 'plant_fault',
    title: 'Make something go wrong',
    description:
      'Adds a rule: on which calls or notifications, how often, what goes wrong. `on` and `do` are enough. It applies to every call that begins afterwards, for one hour unless `until` is given. No answer shows the shop that the failure is a fault; the journal does.',
    effect: 'changes',
    input: FaultInput.properties,
    run: (input, context) => askSandbox(context, 'POST', '/sandbox/faults', { body: input }),
  }),
  defineTool({
    name: 'clear_faults',
    title: 'Remove faults',
    description: 'Removes one fault, or all without an id. Calls that begin afterwards work again.',
    effect: 'removes',
    isIdempotent: true,
    input: { id: Type.Optional(uuid('the fault; absent: all of them')) },
    async run({ id }, context) {
      return askSandbox(context, 'DELETE', `/sandbox/faults${id === undefined ? '' : `/${encodeURIComponent(id)}`}`)
    },
  }),
]
