import { expect, test } from 'vitest'
import { chooseCells } from './choose-cells'

const row = (cells: Readonly<Record<string, string>>) => Object.entries(cells).map(([header, cell]) => ({ header, cell }))
const headers = (cells: ReturnType<typeof chooseCells>) => cells.map(({ header }) => header)

const register = row({ 'Data set': 'replay-counts', Schema: '1.1', Owner: 'tk', Rows: '128', Remark: 'ended 2022-07-29' })
const rules = row({ 'Idempotency key': 'none', 'Status lookup': 'none', 'Retry rule': 'never retried', Adapters: 'faxgate, voxline' })

test('The label and the column that is asked for are stated, other columns are not', () => {
  expect(headers(chooseCells('Who owns the data set replay-counts?', 'person', register))).toEqual(['Data set', 'Owner'])
})

test('A cell that holds the question’s words says which row it is, and stays', () => {
  expect(headers(chooseCells('What is the retry rule for faxgate?', 'statement', rules))).toEqual(['Idempotency key', 'Retry rule', 'Adapters'])
})

test('Where the label’s own column is asked for, what the question names goes with it', () => {
  expect(headers(chooseCells('Does faxgate take an idempotency key?', 'verdict', rules))).toEqual(['Idempotency key', 'Adapters'])
})

test('Without a header that is named, the cell of the kind asked for answers', () => {
  expect(headers(chooseCells('When did replay-counts end?', 'time', register))).toEqual(['Data set', 'Remark'])
})

test('Where nothing tells which column is meant, the row is stated whole', () => {
  expect(chooseCells('Tell me of replay-counts', 'statement', register)).toEqual(register)
  expect(chooseCells('Anything', 'statement', [])).toEqual([])
})
