import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';

interface ViewsProps {
  /** The path of each view below the project, with its label. */
  readonly views: readonly { readonly path: string; readonly label: string }[];
  readonly shown: string;
}

/** Links between the views of one type. */
export const Views = ({ views, shown }: ViewsProps) => {
  const projectKey = useProjectKey();
  return (
    <Button.Group>
      {views.map(({ path, label }) => (
        <Button
          key={path}
          component={Link}
          variant={path === shown ? 'filled' : 'default'}
          aria-current={path === shown ? 'page' : undefined}
          to={`/${projectKey}/${path}`}
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  );
};
