import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.js';
import { useTheme, type Theme } from '../../ui/theme.js';
import { Moon, Sun } from 'lucide-react';
import { Segment } from '../../ui/choice.js';
import { Toasts } from '../../ui/toast.js';
import { Colours, TypeSizes } from './foundations.js';
import { BadgesShown, ButtonsShown, FieldsShown, PeopleShown, TabsShown } from './controls.js';
import { DialogsShown, EmptyShown, FocusShown, MessagesShown, ProgressShown, RowsShown, TraceShown } from './surroundings.js';

/** Every part once, in every state. For whoever builds screens; production does not have it. */
export default function ComponentsPage(): ReactNode {
  const { theme, choose } = useTheme();
  return (
    <main className="mx-auto max-w-page px-gutter pt-6 pb-12">
      <div className="row between wrap pb-5">
        <div>
          <h1 className="t1">Component sheet</h1>
          <p className="muted">Every part once, in every state. Names are those of the design system.</p>
        </div>
        <div className="row">
          <Segment<Theme>
            label="Theme"
            value={theme}
            onValue={choose}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light', icon: Sun },
              { value: 'dark', label: 'Dark', icon: Moon },
            ]}
          />
          <Logo className="size-9 text-accent" />
        </div>
      </div>
      <Section title="Colour" text="Surfaces and one accent. Cool hues say where a lead stands, warm hues say when something is due.">
        <Colours />
      </Section>
      <Section title="Type" text="IBM Plex Sans, 400 500 600. Numbers tabular, right aligned, paise quiet.">
        <TypeSizes />
      </Section>
      <Section title="Buttons" text="One primary a view. Plain for the second, ghost for the rest. Danger only inside a confirmation.">
        <ButtonsShown />
      </Section>
      <Section title="Fields" text="Label above, hint or error below, never a placeholder alone. 16 px text on the phone.">
        <FieldsShown />
      </Section>
      <Section title="Tabs and segments" text="Tabs filter and carry counts. Segments switch the view of the same thing.">
        <TabsShown />
      </Section>
      <Section title="Badges" text="Always a word. Lead status adds a glyph that fills as the lead moves on, so it reads without colour.">
        <BadgesShown />
      </Section>
      <Section title="People" text="Initials on a quiet disc. Only you are tinted.">
        <PeopleShown />
      </Section>
      <Section
        title="Rows"
        text="44 px on a laptop, 56 px on a phone. Name first, figure last. A row that changes place travels, one that changed by itself is highlighted."
      >
        <RowsShown />
      </Section>
      <Section title="Messages" text="Toast: something you did. Banner: a state that lasts. Never both.">
        <MessagesShown />
      </Section>
      <Section
        title="Dialog, menu, photos"
        text="The same part: a sheet that rises on the phone, a dialog on a laptop. The safe way out is always there."
      >
        <DialogsShown />
      </Section>
      <Section title="The trace" text="Solid where the server has said yes, dashed where something waits.">
        <TraceShown />
      </Section>
      <Section
        title="Progress and loading"
        text="Bones after 300 ms, in the shape of what comes. A bar when we know how far; a spinner only inside a button."
      >
        <ProgressShown />
      </Section>
      <Section title="Empty and error" text="What it is, why, one action.">
        <EmptyShown />
      </Section>
      <Section title="Focus" text="Two pixels of accent, two of air. On every part that can be reached by keyboard, in both themes.">
        <FocusShown />
      </Section>
      <Toasts />
    </main>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className="grid gap-4 border-t border-line py-6 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-8" aria-labelledby={id}>
      <div>
        <h2 className="t3" id={id}>
          {title}
        </h2>
        <p className="meta mt-1 max-w-96">{text}</p>
      </div>
      <div className="stack min-w-0 gap-4">{children}</div>
    </section>
  );
}
