import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnswer } from './bank-answer.ts'

const read = (text: string) => readAnswer(Buffer.from(text))
const line = (number: number, reference: string, date: string, amount: string | null = null) => {
  return { line: number, reference, date, amount }
}

test('columns may have any order, other columns are ignored, and an amount may be missing', () => {
  const text = '\ufeff"Value Date",REFERENCE,Amount,date\r\nx,QISTA,1.00,2026-03-02\r\n\r\ny, qistb ,,2026-03-03\r\n'
  assert.deepEqual(read(text), {
    lines: [line(2, 'QISTA', '2026-03-02', '1.00'), line(4, 'QISTB', '2026-03-03')],
    problems: [],
  })
  assert.deepEqual(read('reference,date\nQISTA,2026-03-02').lines, [line(2, 'QISTA', '2026-03-02')])
  assert.deepEqual(read('reference,date\n'), { lines: [], problems: [] })
})

test('a cell may contain commas, quotes and line breaks', () => {
  const { lines } = read('note,date,reference\n"a, ""b""\nc",2026-03-02,QISTA\n')
  assert.deepEqual(lines, [line(3, 'QISTA', '2026-03-02')])
})

for (const [text, wrongLine, problem] of [
  ['', 1, /^the header must name reference and date/],
  ['reference,amount\nA,1\n', 1, /^the header must name reference and date/],
  ['reference;date\nA;2026-03-02\n', 1, /with commas between/],
  ['date,reference,Date\n1,2,3\n', 1, /^the header names date twice/],
  ['\nreference,date\nA\n', 3, /^there are 1 cells, and the header has 2/],
  ['reference,date\nA,2026-03-02,x\n', 2, /^there are 3 cells, and the header has 2/],
  ['reference,date\n"A,2026-03-02\n', null, /^this is no CSV: /],
] as const) {
  test(`a wrong file is refused with the reason: ${JSON.stringify(text)}`, () => {
    const { problems } = read(text)
    assert.deepEqual([problems.length, problems[0]?.line], [1, wrongLine])
    assert.match(problems[0]?.problem ?? '', problem)
  })
}
