import { expect, it } from 'vitest'
import { titleText } from './title-text'

it('a title shows no marks of its Markdown, and is never empty', () => {
  expect(titleText('Deprecate `import Ember from \'ember\';`')).toBe('Deprecate import Ember from \'ember\';')
  expect(titleText('<a name="how-this-proposal-differs"></a>How this *proposal* differs')).toBe('How this proposal differs')
  expect(titleText('The `<Adapter>` and <value>')).toBe('The <Adapter> and <value>')
  expect(titleText('a_plain_name and 2 * 3')).toBe('a_plain_name and 2 * 3')
  for (const odd of ['# Odd', '<a name="x"></a>', '', '- `x`']) expect(titleText(odd)).toBe(odd)
})
