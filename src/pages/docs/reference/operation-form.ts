import type { Parameter } from '../../../platform/http/api-document.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { type ExampleCaller, exampleBodyOf } from './curl.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * A form that sends the operation to this sandbox; nothing in production. Hidden until the script shows it.
 * Its fields have no names: a form that is sent without the script puts nothing into an address.
 */
export function TryIt({ endpoint, caller }: { endpoint: Endpoint; caller: ExampleCaller }): Content {
  if (!caller.isSandbox) return null
  const { method, path, operation } = endpoint
  const { operationId, parameters = [], requestBody, security } = operation
  const isUpload = 'multipart/form-data' in (requestBody?.content ?? {})
  const body = exampleBodyOf(caller, operation)
  return html`<details class="try" data-try hidden>
    <summary>Try it</summary>
    ${
      isUpload
        ? html`<p>This form uploads no files. Use the command.</p>`
        : html`<form data-method=${method.toUpperCase()} data-path=${path}>
            ${
              security.length > 0 &&
              Field({
                id: `${operationId}-key`,
                label: 'Key',
                note: 'Of this sandbox. This tab keeps it, no address has it.',
                control: html`<input id=${`${operationId}-key`} data-key autocomplete="off" spellcheck=${false} required />`,
              })
            }
            ${parameters.map((parameter) => ParameterField({ parameter, operationId }))}
            ${
              body !== undefined &&
              Field({
                id: `${operationId}-body`,
                label: 'Body',
                control: html`<textarea id=${`${operationId}-body`} data-body spellcheck=${false} rows=${rowsOf(body)}>${body}</textarea>`,
              })
            }
            <button class="button">Send</button>
          </form>
          <p role="status" data-status></p>
          <pre data-answer hidden></pre>`
    }
  </details>`
}

function rowsOf(body: string): number {
  return Math.min(body.split('\n').length + 1, 24)
}

function ParameterField({ parameter, operationId }: { parameter: Parameter; operationId: string }): Content {
  const { name, in: location, required } = parameter
  const id = `${operationId}-${name}`
  return Field({
    id,
    label: name,
    note: required ? undefined : 'optional',
    control: html`<input id=${id} data-in=${location} data-name=${name} required=${required} autocomplete="off"
      spellcheck=${false} />`,
  })
}

function Field(props: { id: string; label: string; note?: string | undefined; control: Content }): Content {
  return html`<div class="try-field">
    <label for=${props.id}><code>${props.label}</code>${props.note && html` <span class="soft">${props.note}</span>`}</label>
    ${props.control}
  </div>`
}
