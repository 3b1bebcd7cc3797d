/** The guided tour of a project: the page of each step, and the progress of a person, which this browser stores. */
import { useLocalStorage } from '@mantine/hooks';
import { useNavigate } from 'react-router';

/** The steps in their order, each with the page that it explains. */
export const tourSteps = [
  { name: 'find', path: 'orders' },
  { name: 'customer', path: 'customers' },
  { name: 'grid', path: 'products' },
  { name: 'campaign', path: 'product-discounts' },
  { name: 'stock', path: 'inventory' },
  { name: 'workflow', path: 'states' },
  { name: 'api', path: 'api-clients' },
] as const;

interface Tour {
  readonly projectKey: string;
  /** The position in `tourSteps`. */
  readonly step: number;
}

/** Returns the tour; undefined if there is none. */
export const useTour = () =>
  useLocalStorage<Tour | undefined>({ key: 'quayside-tour', getInitialValueInEffect: false });

/** Returns the function that begins the tour of a project. */
export const useStartTour = (): ((projectKey: string) => void) => {
  const navigate = useNavigate();
  const [, setTour] = useTour();
  return projectKey => {
    setTour({ projectKey, step: 0 });
    void navigate(`/${projectKey}/${tourSteps[0].path}`);
  };
};
