import { expect, it } from 'vitest'
import { namePlace } from './name-place'

it.each([
  [['Retry and recovery policy', 'Unknown outcome'], 'Unknown outcome'],
  [['18. Use RDS instead of EC2', 'Status'], 'Use RDS instead of EC2'],
  [['RFC', 'No replacements. Deprecate `import Ember from "ember"`;'], null],
  [['[Deprecate](x.md) `Ember.copy` now', 'Drawbacks'], 'Deprecate Ember.copy now'],
  [['Options', 'Option 3: Rails Engine within Publisher'], 'Rails Engine within Publisher'],
  [['rfc-053-terminology-for-migration-progress', 'Proposal'], 'terminology for migration progress'],
  [['Log', '2022-06-19 04:12'], null],
  [['How it works', '<a name="how-this-differs"></a>How this proposal differs'], 'How this proposal differs'],
  [['Discord', 'Summary'], null],
])('the place %j is called %s', (path, name) => {
  expect(namePlace({ title: path[0] ?? '', headingPath: path })).toBe(name)
})
