import type { ApiDocument, Body, Operation } from '../../../platform/http/api-document.ts'
import type { Schema } from '../../../platform/http/portable-schema.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { Code, formatJson, Prose } from '../prose.ts'
import { curlOf, type ExampleCaller, isLiveOnly } from './curl.ts'
import type { Endpoint } from './endpoint.ts'
import { TryIt } from './operation-form.ts'
import { Member, Members, nameOf, Type } from './shape.ts'

/** A link to an operation. `address`: its page; empty for the current page. */
export function OperationLink({ endpoint, address }: { endpoint: Endpoint; address: string }): Content {
  const { method, operation } = endpoint
  const href = `${address}#${operation.operationId}`
  return html`<a class="operation-link" href=${href}>${Method({ method })}<span>${operation.summary}</span></a>`
}

function Method({ method }: { method: string }): Content {
  return html`<span class=${`method method-${method}`}>${method.toUpperCase()}</span>`
}

/** The reference of an operation, with an example for the shell. */
export function OperationSection(props: { endpoint: Endpoint; document: ApiDocument; caller: ExampleCaller }): Content {
  const { endpoint, document, caller } = props
  const { method, path, operation } = endpoint
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  return html`<section class="operation" id=${operation.operationId}>
    <div class="explanation">
      <h2><a href=${`#${operation.operationId}`}>${operation.summary}</a></h2>
      <p class="route">${Method({ method })} <code>${withBreaks(path)}</code></p>
      ${operation.description !== `${operation.summary}.` && Prose({ text: operation.description ?? '' })}
      <p class="limits">${keyWords(operation)}</p>
      ${Parameters({ operation })}
      ${Request({ body: operation.requestBody, document })}
      ${answers.map(([status, answer]) => Answer({ status, answer }))}
      ${Failures({ responses: operation.responses })}
    </div>
    <div class="shown">
      ${Code({ label: 'Request', text: curlOf(caller, method, path, operation) })}
      ${TryIt({ endpoint, caller })}
      ${answers.map(([status, answer]) => AnswerExample({ status, answer }))}
    </div>
  </section>`
}

// A long path may break before each slash only.
function withBreaks(path: string): Content {
  return path.split(/(?=\/)/).map((part) => html`<wbr />${part}`)
}

function keyWords(operation: Operation): string {
  if (operation.security.length === 0) return 'Needs no key.'
  const permission = operation['x-permission']
  const having = permission === undefined ? '' : ` with the permission ${permission}`
  if (isLiveOnly(operation)) return `Needs a live secret key${having}.`
  return operation.security.length > 1
    ? `Needs a public key, or a secret key${having}.`
    : `Needs a secret key${having}.`
}

/** Returns the words by which the search finds an operation. */
export function searchTextOf({ method, path, operation }: Endpoint): string {
  const { operationId, description, tags, parameters, requestBody, responses } = operation
  const members = Object.keys(requestBody?.content?.['application/json']?.example ?? {})
  const failures = failuresOf(responses).map((failure) => `${failure.status} ${failure.errorType}: ${failure.text}.`)
  const names = (parameters ?? []).map((parameter) => parameter.name)
  return [description, method.toUpperCase(), path, operationId, ...tags, ...names, ...members, ...failures].join(' ')
}

function Parameters({ operation }: { operation: Operation }): Content {
  const { parameters = [] } = operation
  if (parameters.length === 0) return null
  const headings = { path: 'In the path', query: 'In the query', header: 'In a header' } as const
  return (['path', 'query', 'header'] as const).map((location) => {
    const here = parameters.filter((parameter) => parameter.in === location)
    if (here.length === 0) return null
    return html`<h3>${headings[location]}</h3>
      <dl class="members">
        ${here.map(({ name, schema, required, description }) =>
          Member({ name, schema, isRequired: required === true, note: description }),
        )}
      </dl>`
  })
}

function Request(props: { body: Body | undefined; document: ApiDocument }): Content {
  const [[type, media] = []] = Object.entries(props.body?.content ?? {})
  if (media === undefined) return null
  const schema = media.schema as Schema
  const name = nameOf(schema)
  const shown = name === undefined ? schema : (props.document.components.schemas[name] as Schema)
  return html`<h3>Body${type !== 'application/json' && html` <span class="type">${type}</span>`}</h3>
    ${Members({ schema: shown })}`
}

function Answer({ status, answer }: { status: string; answer: Body }): Content {
  const media = Object.entries(answer.content ?? {})
  const [[type, first] = []] = media
  return html`<h3>Answer</h3>
    <p>
      <span class="status">${status}</span> ${answer.description}
      ${
        first &&
        html` <span class="type">
            ${
              type === 'application/json'
                ? Type({ schema: first.schema as Schema })
                : media.map(([name]) => name).join(', ')
            }
          </span>`
      }
    </p>`
}

function AnswerExample({ status, answer }: { status: string; answer: Body }): Content {
  const example = answer.content?.['application/json']?.example
  return example === undefined ? null : Code({ label: `Answer ${status}`, text: formatJson(example) })
}

interface Failure {
  readonly status: string
  readonly errorType: string
  readonly text: string
}

function failuresOf(responses: Operation['responses']): Failure[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => {
        const { errorType, error } = value as { errorType: string; error?: string }
        return { status, errorType, text: error ?? 'the list of wrong fields, errors' }
      }),
    )
}

function Failures({ responses }: { responses: Operation['responses'] }): Content {
  return html`<details class="failures" open>
    <summary>What can go wrong</summary>
    <table>
      <thead><tr><th scope="col">Status</th><th scope="col">errorType</th><th scope="col">error</th></tr></thead>
      <tbody>
        ${failuresOf(responses).map(
          ({ status, errorType, text }) =>
            html`<tr>
              <td><span class="status status-bad">${status}</span></td>
              <td><code>${errorType}</code></td>
              <td>${text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}
