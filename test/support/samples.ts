import assert from 'node:assert/strict'

type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly name: string
  readonly labels: Labels
  readonly value: number
}

/** The scraped metrics. */
export interface Samples {
  readonly all: readonly Sample[]
  /** Returns the one sample that has these labels, and possibly others. Throws if there is none, or more than one. */
  value(name: string, labels?: Labels): number
}

/** Reads the metrics as Prometheus does. */
export function readSamples(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const all = lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^([a-z_:0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', word = '']) => [label, word])
    assert.notEqual(name, '', line)
    return { name, labels: Object.fromEntries(labels), value: Number(value) }
  })
  return {
    all,
    value(name, labels = {}) {
      const found = all.filter((sample) => {
        return sample.name === name && Object.entries(labels).every(([label, word]) => sample.labels[label] === word)
      })
      assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}`)
      return found[0]?.value ?? Number.NaN
    },
  }
}
