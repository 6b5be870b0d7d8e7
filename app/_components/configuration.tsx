import { flattenSettings } from './flatten-settings'
import { Table } from './table'

interface ConfigurationProps {
  readonly title: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** Every setting, folded away under its title. */
export function Configuration({ title, settings }: ConfigurationProps) {
  return (
    <details className="quiet-details">
      <summary>{title}</summary>
      <Table title="" head={['Setting', 'Value']}>
        {flattenSettings(settings).map(([name, value]) => <tr key={name}><td className="path">{name}</td><td className="path">{value}</td></tr>)}
      </Table>
    </details>
  )
}
