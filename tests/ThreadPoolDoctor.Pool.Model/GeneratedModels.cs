using System.Text;

namespace ThreadPoolDoctor.Pool.Model;

/// <summary>
/// Programs that nobody has thought of: trees of items in whatever lanes and queues, some of which wait for those below
/// them, under explored schedules, with a monitor that adds a worker when all are stuck. Every item begins. A failure
/// prints its program, and names two seeds: the program's (TPD_MODEL_SEED) and the schedule's
/// (TPD_MODEL_SCHEDULE_SEED).
/// </summary>
public class GeneratedModels
{
    private const int Programs = 25, SchedulesEach = 20;

    // Beside those that wait there must be a worker to come to the others.
    private const int MostWaits = 4, MostItems = 9;

    [Fact]
    public void Every_item_begins_whatever_waits_for_it()
    {
        int seed = Number("TPD_MODEL_SEED") ?? Random.Shared.Next();
        int programs = Number("TPD_MODEL_PROGRAMS") ?? Programs;
        for (int n = 0; n < programs; n++)
        {
            int own = unchecked(seed + n);
            try
            {
                Explorer.Explore(() => Build(Plan.Of(own)), Number("TPD_MODEL_SCHEDULE_SEED"), schedules: SchedulesEach);
            }
            catch (InvalidOperationException e)
            {
                throw new InvalidOperationException($"TPD_MODEL_SEED={own} (program {n}), {e.Message}\n{Plan.Of(own)}", e);
            }
        }
    }

    private static int? Number(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), out int number) ? number : null;

    private static (Action[] Threads, Action Check) Build(Plan plan)
    {
        var pool = new ModelPool(plan.Processors, plan.Items, compensates: true);
        return pool.Threads(() => plan.Roots.ForEach(Run));

        void Run(Node node)
        {
            bool hasEnded = false;
            pool.Enqueue(Body, node.PrefersLocal, node.Lane);
            if (node.IsAwaited) Explorer.Sleep(() => hasEnded);

            void Body()
            {
                if (node.LosesCredit) ThreadInlets.Current!.Worker!.LoseCredit();
                node.Children.ForEach(Run);
                hasEnded = true;
            }
        }
    }

    /// <param name="Lane">Where it is queued.</param>
    /// <param name="PrefersLocal">Whether to the worker's own queue.</param>
    /// <param name="IsAwaited">Whether who queues it waits until it has ended, before anything else.</param>
    /// <param name="LosesCredit">Whether its worker owes items from then on.</param>
    /// <param name="Children">What it queues.</param>
    private sealed record Node(WorkLane Lane, bool PrefersLocal, bool IsAwaited, bool LosesCredit, List<Node> Children)
    {
        public void Describe(StringBuilder text, string indent)
        {
            text.Append(indent).Append(PrefersLocal ? "local" : Lane.ToString()).Append(IsAwaited ? ", awaited" : "")
                .AppendLine(LosesCredit ? ", loses credit" : "");
            foreach (Node child in Children) child.Describe(text, indent + "  ");
        }
    }

    private sealed record Plan(int Processors, int Items, List<Node> Roots)
    {
        public static Plan Of(int seed)
        {
            var random = new Random(seed);
            int items = random.Next(2, MostItems + 1), waits = random.Next(MostWaits + 1);
            List<Node> roots = [], all = [];
            for (int i = 0; i < items; i++)
            {
                // Under one of the last ones, so that the tree becomes deep; or at the root.
                Node? parent = i == 0 || random.Next(4) == 0 ? null : all[Math.Max(0, i - 1 - random.Next(3))];
                bool awaited = random.Next(2) == 0 && (parent is null || waits-- > 0);
                bool local = parent is not null && random.Next(2) == 0;
                var node = new Node(local ? WorkLane.Normal : LaneOf(random.Next(8)), local, awaited, random.Next(6) == 0, []);
                (parent?.Children ?? roots).Add(node);
                all.Add(node);
            }
            return new Plan(random.Next(1, 3), items, roots);
        }

        public override string ToString()
        {
            var text = new StringBuilder().AppendLine($"{Processors} processors");
            foreach (Node root in Roots) root.Describe(text, "");
            return text.ToString();
        }

        private static WorkLane LaneOf(int draw) => draw switch
        {
            0 => WorkLane.High,
            1 => WorkLane.Low,
            _ => WorkLane.Normal,
        };
    }
}
