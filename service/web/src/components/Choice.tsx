// One of a few, as radio buttons that look like a strip.

interface Props<T extends string | number> {
  name: string;
  legend: string;
  options: readonly { value: T; text: string; lang?: string }[];
  chosen: T;
  choose: (value: T) => void;
}

export function Choice<T extends string | number>({ name, legend, options, chosen, choose }: Props<T>) {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-strip">
        {options.map(({ value, text, lang }) => (
          <label key={value} class={value === chosen ? "is-chosen" : ""} {...(lang ? { lang } : {})}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
