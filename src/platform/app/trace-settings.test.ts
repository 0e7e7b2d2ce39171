import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/').traces

test('without a collector all other settings of traces have no effect', () => {
  assert.equal(read({ OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER_ARG: '0.5' }), undefined)
})

test('a collector has an address, percent-encoded headers, a service name and a share', () => {
  const endpoint = 'http://collector:4318'
  assert.deepEqual(read({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` }), {
    endpoint,
    headers: {},
    serviceName: 'qist',
    share: 1,
  })
  const set = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=7',
    OTEL_SERVICE_NAME: 'qist-uae',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  }
  const headers = { authorization: 'Bearer abc', 'x-tenant': '7' }
  assert.deepEqual(read(set), { endpoint, headers, serviceName: 'qist-uae', share: 0.05 })
})

for (const [name, value] of [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'broken=%E0'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half'],
] as const) {
  test(`${name}=${value} is refused`, () => {
    assert.throws(
      () => read({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(name),
    )
  })
}
