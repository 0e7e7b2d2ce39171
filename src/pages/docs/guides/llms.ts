import type { GuidePart } from './contents.ts'

const about =
  'Buy now, pay later as a service that you run yourself: a shop opens a session for an order, its customer agrees on a hosted page to pay in four parts, and the shop captures, closes or refunds the payment, told of every change by webhooks. The sandbox moves no money.'

/** Returns `/llms.txt`: links to guides and reference for language models, as llmstxt.org describes. */
export function writeLlms(parts: readonly GuidePart[], baseUrl: string): string {
  const link = (name: string, path: string, text: string): string => `- [${name}](${baseUrl}${path}): ${text}`
  const sections = parts.map(({ title, guides }) => {
    const links = guides.map((guide) =>
      link(guide.title, `/docs/${guide.name}.md`, guide.summary.replaceAll('\n', ' ')),
    )
    return `## ${title}\n\n${links.join('\n')}`
  })
  const reference = [
    link('OpenAPI 3.1', '/openapi.json', 'every operation with its schemas, examples and failures'),
    link(
      'OpenAPI 3.1, strict',
      '/openapi.strict.json',
      'the same for typed clients: amounts are texts, keys are required',
    ),
    link('API reference', '/docs/reference', 'the same as a page for people'),
  ]
  return `${['# Qist', `> ${about}`, ...sections, `## Reference\n\n${reference.join('\n')}`].join('\n\n')}\n`
}
