/** Nested settings as dotted names with their values in words. */
export function flattenSettings(settings: Readonly<Record<string, unknown>>, prefix = ''): readonly (readonly [name: string, value: string])[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return flattenSettings(Object.fromEntries(Object.entries(value)), `${path}.`)
    return [[path, typeof value === 'string' ? value : JSON.stringify(value)] as const]
  })
}
