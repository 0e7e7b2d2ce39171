import { Type } from '../../../../platform/http/type.ts'
import { findError } from '../docs/find-error.ts'
import { listPages, readPage, readSection } from '../docs/pages.ts'
import { searchPages } from '../docs/search-pages.ts'
import { offset, shortText, wholeNumber } from '../inputs.ts'
import { pieceOf } from '../pieces.ts'
import { readOperation } from '../read-operation.ts'
import { defineTool } from '../tool.ts'

const usualHits = 6
const maxHits = 20

/** Tools that read the docs. All but read_operation need no sandbox. */
export const docsTools = [
  defineTool({
    name: 'search_docs',
    title: 'Search the docs',
    description: 'Answers the sections of the guides, and those of the contract, that fit best. read_docs reads them.',
    effect: 'reads',
    input: {
      query: shortText(200, 'what to find, such as "double charge" or the text of an error'),
      limit: Type.Optional(wholeNumber(1, maxHits, `the most sections of each; absent: ${usualHits}`)),
    },
    async run({ query, limit = usualHits }) {
      return searchPages(query, limit)
    },
  }),
  defineTool({
    name: 'read_docs',
    title: 'Read a page of the docs',
    description:
      'Answers a guide or a page of the contract (contract/…) as Markdown, whole or one section. Without a page: the list of all pages. A long page comes in pieces: go on with offset.',
    effect: 'reads',
    input: {
      page: Type.Optional(shortText(100, 'such as quick-start or contract/notifications; absent: the list of pages')),
      section: Type.Optional(shortText(200, 'the anchor of a section, such as m1 of get-your-certificate#m1')),
      offset,
    },
    async run({ page: name, section, offset: from }) {
      if (name === undefined) {
        return listPages()
          .map(({ name: page, title, summary }) => `${page}: ${title}. ${summary.replaceAll('\n', ' ')}`)
          .join('\n')
      }
      const page = readPage(name)
      return pieceOf(section === undefined ? page.markdown : readSection(page, section), from)
    },
  }),
  defineTool({
    name: 'read_operation',
    title: 'Read an operation of the API',
    description:
      "Answers an operation of the sandbox's API reference with its schemas, examples and errors, as JSON. A longer text comes in pieces: go on with offset.",
    effect: 'reads',
    input: { operation: shortText(100, 'the operationId, such as createSession or capturePayment'), offset },
    async run({ operation, offset: from }, context) {
      return pieceOf(await readOperation(operation, context), from)
    },
  }),
  defineTool({
    name: 'explain_error',
    title: 'Explain an error',
    description:
      'Answers what the text of an error means, and what to do, from the guide to errors. For an unknown text: sections of the docs that may help.',
    effect: 'reads',
    input: { error: shortText(500, 'the text of the error in the answer, or a line of a log that has it') },
    async run({ error }) {
      const known = findError(error)
      return known.length > 0 ? { known } : { known, ...searchPages(error.slice(0, 200), usualHits) }
    },
  }),
]
