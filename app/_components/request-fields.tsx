import type { SearchRequest } from '@/lib/retrieval'
import { searchFields } from './search-address'

interface RequestFieldsProps {
  readonly request: SearchRequest
}

/** A search as hidden fields of a form, without how many results were shown and how they were explained. */
export function RequestFields({ request }: RequestFieldsProps) {
  return searchFields(request)
    .filter(([name]) => name !== 'limit' && name !== 'explain')
    .map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />)
}
