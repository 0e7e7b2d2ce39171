import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: '/tmp/none', ...env }, '/tmp').operators
const refuses = (env: NodeJS.ProcessEnv, message: RegExp): void => {
  assert.throws(() => read(env), { name: 'ConfigError', message })
}

test('without a name there is no operator; one name holds for both regions', () => {
  assert.deepEqual(read({}), { uae: undefined, ksa: undefined })
  const operator = { name: 'Qist FZ', address: 'Dubai', taxNumber: '' }
  assert.deepEqual(read({ OPERATOR_NAME: ' Qist FZ ', OPERATOR_ADDRESS: 'Dubai' }), { uae: operator, ksa: operator })
})

test('another entity of the KSA region has its own address and tax number, and none of the other', () => {
  const env = { OPERATOR_NAME: 'Qist FZ', OPERATOR_ADDRESS: 'Dubai', KSA_OPERATOR_NAME: 'Qist KSA' }
  assert.deepEqual(read({ ...env, KSA_OPERATOR_TAX_NUMBER: '3' }).ksa, {
    name: 'Qist KSA',
    address: '',
    taxNumber: '3',
  })
})

test('long texts, several lines, and an address without a name are named as wrong', () => {
  refuses({ OPERATOR_NAME: 'x'.repeat(201) }, /^OPERATOR_NAME=x+: must be one line of at most 200 characters/)
  refuses({ OPERATOR_NAME: 'Qist', OPERATOR_ADDRESS: 'a\nb' }, /^OPERATOR_ADDRESS=a%0Ab: must be one line/)
  refuses({ OPERATOR_ADDRESS: 'Dubai' }, /^OPERATOR_ADDRESS=Dubai: must be left out where OPERATOR_NAME is/)
  refuses({ KSA_OPERATOR_TAX_NUMBER: '3' }, /^KSA_OPERATOR_TAX_NUMBER=3: must be left out where KSA_OPERATOR_NAME is/)
})
