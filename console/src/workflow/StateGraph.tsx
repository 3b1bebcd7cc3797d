/** Draws workflow states and their transitions. With commands it can be changed by mouse and by keyboard. */
import { Text, useComputedColorScheme } from '@mantine/core';
import { type Edge, type EdgeChange, MarkerType, type Node, type NodeChange, Position, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import './stateGraph.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../values/labelOf';
import { columnsOf, type WorkflowState } from './workflowStates';

export interface GraphCommands {
  readonly choose: (id: string) => void;
  readonly addTransition: (from: string, to: string) => void;
  readonly removeTransition: (from: string, to: string) => void;
}

interface StateGraphProps {
  readonly states: readonly WorkflowState[];
  /** The state that is emphasized: the current one of an order, or the chosen one. */
  readonly currentId: string | undefined;
  readonly label: string;
  /** Absent if the workflow is read-only. */
  readonly commands?: GraphCommands;
}

const columnWidth = 230;
const rowHeight = 90;
const heightMax = 480;

const StateLabel = ({ state }: { readonly state: WorkflowState }) => {
  const { t, i18n } = useTranslation();
  const marks = [
    ...(state.initial ? [t('workflow.initialMark')] : []),
    ...(state.transitions === undefined ? [t('workflow.allMark')] : []),
    ...(state.transitions?.length === 0 ? [t('workflow.finalMark')] : []),
  ];
  return (
    <>
      {labelOf(state, i18n.language)}
      {marks.length > 0 && (
        <Text component="div" size="xs">
          {marks.join(', ')}
        </Text>
      )}
    </>
  );
};

type Sizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/** Holds the sizes of rendered states: the library hides new nodes whose size it does not know. */
const useSizes = (): [Sizes, (changes: readonly NodeChange[]) => void] => {
  const [sizes, setSizes] = useState<Sizes>({});
  const keep = (changes: readonly NodeChange[]): void => {
    const found = changes.flatMap(change =>
      change.type === 'dimensions' && change.dimensions !== undefined ? [[change.id, change.dimensions] as const] : [],
    );
    if (found.length > 0) setSizes(known => ({ ...known, ...Object.fromEntries(found) }));
  };
  return [sizes, keep];
};

const nodesOf = ({ states, currentId, commands }: StateGraphProps, sizes: Sizes): Node[] => {
  const columns = columnsOf(states);
  const rows = new Map<number, number>();
  return states.map(state => {
    const column = columns.get(state.id) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    const isCurrent = state.id === currentId;
    return {
      id: state.id,
      data: { label: <StateLabel state={state} /> },
      measured: sizes[state.id],
      position: { x: column * columnWidth, y: row * rowHeight },
      sourcePosition: Position.Right,
      targetPosition: Position.Left,
      style: isCurrent ? { borderWidth: 3, fontWeight: 700 } : {},
      selected: isCurrent && commands !== undefined,
      deletable: false,
      ...(commands !== undefined && { ariaRole: 'button', domAttributes: { 'aria-pressed': isCurrent } }),
    };
  });
};

const edgeId = (from: string, to: string): string => `${from} ${to}`;

const edgesOf = ({ states, commands }: StateGraphProps, selectedEdge: string | undefined, language: string): Edge[] => {
  const labels = new Map(states.map(state => [state.id, labelOf(state, language)]));
  return states.flatMap(({ id, transitions = [] }) =>
    transitions
      .filter(target => labels.has(target.id))
      .map(target => ({
        id: edgeId(id, target.id),
        source: id,
        target: target.id,
        markerEnd: { type: MarkerType.ArrowClosed },
        selected: edgeId(id, target.id) === selectedEdge,
        ariaRole: commands === undefined ? ('img' as const) : ('button' as const),
        ariaLabel: `${labels.get(id)} → ${labels.get(target.id)}`,
      })),
  );
};

/** Tells whether a transition can be added: adding one to a state that allows all would forbid all others. */
const canConnect = (states: readonly WorkflowState[], source: string, target: string): boolean =>
  source !== target &&
  states.some(({ id, transitions }) => id === source && transitions?.every(each => each.id !== target) === true);

/** Returns the properties that the library needs if the workflow can be changed. */
const editing = (
  { states, commands }: StateGraphProps & { readonly commands: GraphCommands },
  selectEdge: (id: string | undefined) => void,
) => ({
  nodesFocusable: true,
  edgesFocusable: true,
  nodesConnectable: true,
  elementsSelectable: true,
  onEdgesChange: (changes: readonly EdgeChange[]) => {
    for (const change of changes) if (change.type === 'select') selectEdge(change.selected ? change.id : undefined);
  },
  onEdgesDelete: (edges: readonly Edge[]) => {
    for (const { source, target } of edges) commands.removeTransition(source, target);
  },
  isValidConnection: ({ source, target }: { readonly source: string; readonly target: string }) =>
    canConnect(states, source, target),
  onConnect: ({ source, target }: { readonly source: string; readonly target: string }) =>
    commands.addTransition(source, target),
  deleteKeyCode: ['Delete', 'Backspace'],
});

const chooseSelected = (changes: readonly NodeChange[], choose: GraphCommands['choose']): void => {
  for (const change of changes) if (change.type === 'select' && change.selected) choose(change.id);
};

const readOnly = {
  nodesFocusable: false,
  edgesFocusable: false,
  nodesConnectable: false,
  elementsSelectable: false,
} as const;

const StateGraph = (props: StateGraphProps) => {
  const { label, commands } = props;
  const { i18n, t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const [selectedEdge, selectEdge] = useState<string>();
  const [sizes, keepSizes] = useSizes();
  const nodes = nodesOf(props, sizes);
  const lowest = Math.max(...nodes.map(({ position }) => position.y));
  return (
    <div style={{ height: Math.min(heightMax, lowest + 2 * rowHeight) }}>
      <ReactFlow
        // A change of states or of their places resets the view, so that all are visible.
        key={nodes.map(({ id, position }) => `${id} ${position.x} ${position.y}`).join()}
        nodes={nodes}
        onNodesChange={changes => {
          keepSizes(changes);
          if (commands !== undefined) chooseSelected(changes, commands.choose);
        }}
        edges={edgesOf(props, selectedEdge, i18n.language)}
        fitView
        colorMode={scheme}
        nodesDraggable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        aria-label={label}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('workflow.nodeHint'),
          'edge.a11yDescription.default': t('workflow.edgeHint'),
        }}
        {...(commands === undefined ? readOnly : editing({ ...props, commands }, selectEdge))}
      />
    </div>
  );
};

export default StateGraph;
