import { type Environment, readDecimal, type Variable } from './environment.ts'

/** The collector of traces; undefined without one. The variables are OpenTelemetry's. */
export interface TraceSettings {
  readonly traces:
    | {
        readonly endpoint: string
        readonly headers: Readonly<Record<string, string>>
        readonly serviceName: string
        readonly share: number
      }
    | undefined
}

export const traceVariables: readonly Variable[] = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '–',
    meaning:
      'a collector of traces (OTLP over HTTP): its address, to which `/v1/traces` is added; absent: no traces are made',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '–',
    meaning: 'headers that go with them, `name=value` with commas between, values percent-encoded',
  },
  { name: 'OTEL_SERVICE_NAME', fallback: '`qist`', meaning: 'what the collector knows this service by' },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '`1`',
    meaning: 'which share of traces is made, 0 to 1; what a trusted proxy has begun, it decides',
  },
]

export function readTraces(env: Environment): TraceSettings {
  const endpoint = env.baseUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const headers = readHeaders(env.value('OTEL_EXPORTER_OTLP_HEADERS') ?? '')
  if (headers === undefined) env.complain('OTEL_EXPORTER_OTLP_HEADERS', 'name=value, with commas between', 'secret')
  const share = readDecimal(env.value('OTEL_TRACES_SAMPLER_ARG') ?? '1')
  if (!(share >= 0 && share <= 1)) env.complain('OTEL_TRACES_SAMPLER_ARG', 'a share, 0 to 1')
  const serviceName = env.value('OTEL_SERVICE_NAME') ?? 'qist'
  return { traces: endpoint === undefined ? undefined : { endpoint, headers: headers ?? {}, serviceName, share } }
}

function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const part of text === '' ? [] : text.split(',')) {
    const [, name, value] = /^\s*([\w-]+)=(.+?)\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined) return undefined
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return headers
}
