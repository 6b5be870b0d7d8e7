interface WordsFieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string
}

/** Room for a few sentences in a form. */
export function WordsField({ name, label, value = '' }: WordsFieldProps) {
  return (
    <label className="my-3 grid max-w-184 gap-1 text-sm">
      {label}
      <textarea name={name} defaultValue={value} rows={3} maxLength={4_000} className="w-full rounded-[7px] border border-edge bg-raised px-3 py-2 text-ink" />
    </label>
  )
}
